import type { ConfigurationFile, ConfigurationPlace } from '../../../domain/configuration/configuration-file.ts'

/** Reads a file of another repository on its default branch; null where there is none that may be read. */
export type ReadElsewhere = (place: ConfigurationPlace) => Promise<ConfigurationFile | null>
