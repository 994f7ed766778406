package io.medevac.worklist;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import com.fasterxml.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.Arrays;
import java.util.List;

/**
 * Domain state as JSON, for a database column: records, sealed interfaces (the simple name of the
 * implementation in {@code @type}), {@code java.time}, {@code Optional}. Unknown properties are
 * refused, since a state that is only half understood must not be acted on.
 */
public final class StateJson {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .addModule(new JavaTimeModule())
                    .addModule(new Jdk8Module())
                    .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .visibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE)
                    .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
                    .visibility(PropertyAccessor.CREATOR, JsonAutoDetect.Visibility.ANY)
                    .annotationIntrospector(new SealedTypes())
                    .build();

    private StateJson() {}

    /** Writes a state; {@code type} is its declared (sealed) type. */
    public static <T> String write(T state, Class<T> type) {
        try {
            return MAPPER.writerFor(type).writeValueAsString(state);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot store a " + type.getSimpleName(), e);
        }
    }

    /**
     * Reads a state.
     *
     * @throws IllegalArgumentException when the JSON is no such state
     */
    public static <T> T read(String json, Class<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("stored state is no " + type.getSimpleName(), e);
        }
    }

    /** Takes the subtypes of a sealed interface from the language instead of from annotations. */
    private static final class SealedTypes extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public TypeResolverBuilder<?> findTypeResolver(
                MapperConfig<?> config, AnnotatedClass type, JavaType baseType) {
            return sealed(type.getRawType())
                    ? new StdTypeResolverBuilder()
                            .init(JsonTypeInfo.Id.NAME, null)
                            .inclusion(JsonTypeInfo.As.PROPERTY)
                            .typeProperty("@type")
                    : super.findTypeResolver(config, type, baseType);
        }

        @Override
        public List<NamedType> findSubtypes(Annotated annotated) {
            Class<?> type = annotated.getRawType();
            return type.isSealed()
                    ? Arrays.stream(type.getPermittedSubclasses())
                            .map(subtype -> new NamedType(subtype, subtype.getSimpleName()))
                            .toList()
                    : super.findSubtypes(annotated);
        }

        /** A sealed interface, or a class that implements one. */
        private static boolean sealed(Class<?> type) {
            return type.isSealed() || Arrays.stream(type.getInterfaces()).anyMatch(Class::isSealed);
        }
    }
}
