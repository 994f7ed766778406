package io.medevac.launcher.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.StackAddresses;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints what other programs need to find the stack. */
@Command(
        name = "env",
        description = {
            "Prints shell lines that make kubectl, scontrol, sbatch, kcat work.",
            "They set MEDEVAC_BOOTSTRAP_SERVERS, MEDEVAC_REGISTRY_URL, MEDEVAC_KAFKA_CONFIG (for",
            "Kafka's own tools), KCAT_CONFIG, KUBECONFIG, SLURM_CONF, MEDEVAC_STATE and a PATH with",
            "kubectl. No secret is printed: the files they name hold them. kcat is a package of its own: apt-get install kcat."
        },
        footer = {"", "Example:", "  eval \"$(medevac env)\" && sinfo && kubectl get nodes"})
public final class EnvCommand implements Callable<Integer> {

    @Mixin private Output output;

    @Override
    public Integer call() throws InterruptedException {
        StackAddresses addresses = new StackAddresses(Home.current(), Installation.current());
        Map<String, String> variables = addresses.variables();
        if (output.isJson()) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            variables.forEach(node::put);
            output.line(node.toString());
        } else {
            variables.forEach((name, value) -> output.line("export " + name + "=" + quoted(value)));
            output.line("unset SLURM_JWT");
        }
        return 0;
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }
}
