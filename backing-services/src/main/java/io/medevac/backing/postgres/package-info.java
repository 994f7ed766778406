/** A PostgreSQL server and the roles, schemas and replication objects in it. */
@NullMarked
package io.medevac.backing.postgres;

import org.jspecify.annotations.NullMarked;
