import type { FormatOptions, ListFormat } from '../ports.ts'
import type { Collection } from './collectEntries.ts'

/**
 * Reads a list of one format and adds what it finds to `into`.
 * @throws ImportError when the whole cannot be read; what is wrong with one line or member is refused and counted.
 */
export type Importer = (text: Iterable<string>, into: Collection, list: ListShape) => void | Promise<void>

/** How the list is written, as its source says. */
export type ListShape = { format: ListFormat; options: FormatOptions }
