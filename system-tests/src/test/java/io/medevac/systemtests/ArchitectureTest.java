package io.medevac.systemtests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The rings of docs/adr/001, on the classes of every module as they were compiled in this build.
 */
class ArchitectureTest {
    private static final String SERVICES = "io.medevac.(detector|remediator|slurmbridge|notifier)";
    private static JavaClasses classes;

    @BeforeAll
    static void readEveryModule() throws Exception {
        List<Path> folders;
        try (Stream<Path> files = Files.walk(Path.of(".."), 4)) {
            folders = files.filter(path -> path.endsWith("target/classes")).toList();
        }
        classes =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPaths(folders);
    }

    @Test
    void theDomainKnowsOnlyTheJdk() {
        check(
                classes()
                        .that()
                        .resideInAPackage("io.medevac.domain..")
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage("java..", "org.jspecify..", "io.medevac.domain.."));
    }

    @Test
    void theDomainHasNoClockAndNoChance() {
        check(
                noClasses()
                        .that()
                        .resideInAPackage("io.medevac.domain..")
                        .should()
                        .callMethod(java.time.Instant.class, "now")
                        .orShould()
                        .callMethod(System.class, "currentTimeMillis")
                        .orShould()
                        .callMethod(System.class, "nanoTime")
                        .orShould()
                        .callMethod(java.util.UUID.class, "randomUUID")
                        .orShould()
                        .dependOnClassesThat()
                        .haveNameMatching(
                                "java\\.util\\.Random|java\\.util\\.concurrent\\.ThreadLocalRandom|java\\.time\\.Clock"));
    }

    @Test
    void useCasesAndPortsKnowNoTechnology() {
        check(
                noClasses()
                        .that()
                        .haveNameMatching(SERVICES + "\\.(application|port)\\..*")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "io.quarkus..",
                                "io.smallrye..",
                                "io.vertx..",
                                "io.fabric8..",
                                "org.hibernate..",
                                "org.apache..",
                                "io.medevac.events..",
                                "io.medevac..adapter.."));
    }

    @Test
    void nothingButTheOutboxSends() {
        check(
                noClasses()
                        .that()
                        .haveNameMatching(SERVICES + "\\..*")
                        .should()
                        .dependOnClassesThat()
                        .haveNameMatching(
                                "org\\.eclipse\\.microprofile\\.reactive\\.messaging\\.(Outgoing|Emitter)"
                                        + "|org\\.apache\\.kafka\\.clients\\.producer\\..*"));
    }

    @Test
    void servicesSeeNothingOfEachOther() {
        check(
                slices().matching("io.medevac.(detector|remediator|slurmbridge|notifier)..")
                        .should()
                        .notDependOnEachOther());
    }

    @Test
    void librariesSeeNoService() {
        check(
                noClasses()
                        .that()
                        .resideInAnyPackage(
                                "io.medevac.messaging..",
                                "io.medevac.wire..",
                                "io.medevac.worklist..")
                        .should()
                        .dependOnClassesThat()
                        .haveNameMatching(SERVICES + "\\..*|io\\.medevac\\.domain\\..*"));
    }

    @Test
    void noDrawerPackages() {
        check(
                noClasses()
                        .should()
                        .resideInAnyPackage(
                                "..common..", "..util..", "..utils..", "..helper..", "..base.."));
    }

    @Test
    void classesAreNamedByTheField() {
        check(
                noClasses()
                        .that()
                        .resideInAPackage("io.medevac..")
                        .should()
                        .haveNameMatching(".*(Manager|Helper|Util|Utils|Impl|Info)"));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(false).check(classes);
    }
}
