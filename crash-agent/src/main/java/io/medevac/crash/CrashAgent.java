package io.medevac.crash;

import static net.bytebuddy.matcher.ElementMatchers.isPublic;
import static net.bytebuddy.matcher.ElementMatchers.nameEndsWith;
import static net.bytebuddy.matcher.ElementMatchers.nameMatches;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * Puts a point before and after everything that must not be lost or done twice: what is stored,
 * what is done to Kubernetes, Slurm and people, what is sent to a topic, which offsets are
 * committed.
 */
public final class CrashAgent {

    private CrashAgent() {}

    /**
     * Called by the JVM.
     *
     * @param port where the test listens on the loopback address
     */
    public static void premain(String port, Instrumentation instrumentation) {
        CrashPoint.reportTo(Integer.parseInt(port));
        AgentBuilder agent = new AgentBuilder.Default().disableClassFormatChanges();
        agent = points(agent, nameMatches("io\\.medevac\\..*\\.Postgres\\w+Store"), stored());
        agent = points(agent, done(), isPublic().and(namedOneOf("run", "send")));
        agent =
                points(
                        agent,
                        nameEndsWith(".CommandLineSlurmControl"),
                        namedOneOf("drain", "requeue", "undrain"));
        agent =
                points(
                        agent,
                        named("org.apache.kafka.clients.producer.KafkaProducer"),
                        named("send").and(takesArguments(2)));
        agent =
                points(
                        agent,
                        named("org.apache.kafka.clients.consumer.KafkaConsumer"),
                        namedOneOf("commitAsync", "commitSync").and(takesArguments(2)));
        agent.installOn(instrumentation);
    }

    private static ElementMatcher<MethodDescription> stored() {
        return isPublic()
                .and(
                        namedOneOf(
                                "take",
                                "takeFault",
                                "takeIn",
                                "update",
                                "review",
                                "close",
                                "settle"));
    }

    private static ElementMatcher<TypeDescription> done() {
        return nameMatches(
                "io\\.medevac\\..*\\.(Fabric8NodeControl|WarmSparePool|MailChannel|WebhookChannel)");
    }

    private static AgentBuilder points(
            AgentBuilder agent,
            ElementMatcher<? super TypeDescription> types,
            ElementMatcher<? super MethodDescription> methods) {
        return agent.type(types)
                .transform(
                        (builder, type, loader, module, domain) ->
                                builder.visit(Advice.to(PointAdvice.class).on(methods)));
    }
}
