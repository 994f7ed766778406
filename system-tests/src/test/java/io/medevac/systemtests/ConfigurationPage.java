package io.medevac.systemtests;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The page of all configuration keys, read from the sources of the config interfaces. */
final class ConfigurationPage {
    private static final String MAPPING = "ConfigMapping";
    private final StringBuilder page = new StringBuilder();
    private final Map<String, ClassTree> interfaces = new HashMap<>();
    private DocTrees docs;
    private CompilationUnitTree unit;

    /** Writes the page for the given source files, in this order. */
    static String of(List<Path> sources) throws IOException {
        ConfigurationPage page = new ConfigurationPage();
        page.read(sources);
        return page.page.toString();
    }

    private void read(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task =
                    (JavacTask)
                            compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    List.of("-proc:none"),
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources));
            docs = DocTrees.instance(task);
            for (CompilationUnitTree parsed : task.parse()) {
                unit = parsed;
                interfaces.clear();
                parsed.getTypeDecls().forEach(this::remember);
                parsed.getTypeDecls().forEach(this::section);
            }
        }
    }

    private void remember(Tree tree) {
        if (tree instanceof ClassTree type) {
            interfaces.put(type.getSimpleName().toString(), type);
            type.getMembers().forEach(this::remember);
        }
    }

    private void section(Tree tree) {
        if (tree instanceof ClassTree type) {
            annotation(type.getModifiers().getAnnotations(), MAPPING)
                    .ifPresent(
                            mapping -> {
                                String prefix = mapping.getOrDefault("prefix", "");
                                page.append("\n## `").append(prefix).append("`\n\n");
                                page.append(comment(type)).append("\n\n");
                                page.append(
                                        "| key | type | default | meaning |\n|---|---|---|---|\n");
                                rows(prefix, type);
                            });
        }
    }

    private void rows(String prefix, ClassTree type) {
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method && method.getBody() == null) {
                row(prefix, method);
            }
        }
    }

    private void row(String prefix, MethodTree method) {
        String key = prefix + "." + name(method);
        String type = method.getReturnType().toString();
        List<String> nested = new ArrayList<>();
        for (String word : type.split("[^A-Za-z]+", -1)) {
            if (interfaces.containsKey(word)
                    && interfaces.get(word).getKind() == Tree.Kind.INTERFACE) {
                nested.add(word);
            }
        }
        if (!nested.isEmpty()) {
            rows(type.startsWith("Map") ? key + ".<name>" : key, interfaces.get(nested.getFirst()));
            return;
        }
        String fallback =
                annotation(method.getModifiers().getAnnotations(), "WithDefault")
                        .map(values -> "`" + values.getOrDefault("value", "") + "`")
                        .orElse(type.startsWith("Optional") ? "–" : "required");
        page.append("| `")
                .append(key)
                .append("` | ")
                .append(
                        type.replaceAll("^Optional<(.*)>$", "$1")
                                .replaceAll("List<(\\w+)>", "list of $1"))
                .append(" | ")
                .append(fallback)
                .append(" | ")
                .append(comment(method))
                .append(" |\n");
    }

    private static String name(MethodTree method) {
        return annotation(method.getModifiers().getAnnotations(), "WithName")
                .map(values -> values.get("value"))
                .orElseGet(
                        () ->
                                method.getName()
                                        .toString()
                                        .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                                        .toLowerCase(Locale.ROOT));
    }

    private String comment(Tree tree) {
        DocCommentTree comment = docs.getDocCommentTree(TreePath.getPath(unit, tree));
        if (comment == null) {
            throw new IllegalStateException("no Javadoc: " + tree);
        }
        return comment.getFullBody().toString().isEmpty()
                ? ""
                : text(comment).replaceAll("\\s+", " ").replace("|", "\\|").strip();
    }

    private static String text(DocCommentTree comment) {
        StringBuilder text = new StringBuilder();
        comment.getFullBody().forEach(part -> text.append(part));
        return text.toString()
                .replaceAll("\\{@(?:code|link|value)\\s+#?([^}]*)}", "`$1`")
                .replaceAll("</?p>", " ")
                .replaceAll("<[^>]+>", "");
    }

    private static Optional<Map<String, String>> annotation(
            List<? extends AnnotationTree> annotations, String name) {
        return annotations.stream()
                .filter(annotation -> annotation.getAnnotationType().toString().equals(name))
                .findFirst()
                .map(
                        annotation -> {
                            Map<String, String> values = new HashMap<>();
                            for (ExpressionTree argument : annotation.getArguments()) {
                                if (argument instanceof AssignmentTree assignment) {
                                    values.put(
                                            assignment.getVariable().toString(),
                                            literal(assignment.getExpression()));
                                } else {
                                    values.put("value", literal(argument));
                                }
                            }
                            return values;
                        });
    }

    private static String literal(ExpressionTree expression) {
        return expression instanceof LiteralTree literal
                ? String.valueOf(literal.getValue())
                : expression.toString();
    }
}
