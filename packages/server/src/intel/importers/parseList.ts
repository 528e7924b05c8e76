import { FORMATS, type FormatOptions, type ListFormat, type ListLabel } from '../ports.ts'
import { adguard } from './adguard.ts'
import { type Collection, collectEntries, type RefusalReason } from './collectEntries.ts'
import { csv } from './csv.ts'
import { hostsFile } from './hostsFile.ts'
import { ImportError } from './importError.ts'
import type { Importer } from './importer.ts'
import { jsonArray } from './jsonArray.ts'
import { jsonMap } from './jsonMap.ts'
import { jsonPath } from './jsonPath.ts'
import { ofacXml } from './ofacXml.ts'
import { plainLines } from './plainLines.ts'
import { textOf } from './textOf.ts'
import { tokenList } from './tokenList.ts'
import { yamlList } from './yamlList.ts'

/** What a list is, as its source says. */
export type ListSpec = { format: ListFormat; options: FormatOptions; label: ListLabel }

const IMPORTERS: Readonly<Record<ListFormat, Importer>> = {
  'json-array': jsonArray,
  'json-path': jsonPath,
  'json-map': jsonMap,
  csv,
  lines: plainLines,
  hosts: hostsFile,
  'yaml-list': yamlList,
  'token-list': tokenList,
  adguard,
  'ofac-xml': ofacXml,
}
/** These are in lists of the right format too. */
const USUAL: readonly RefusalReason[] = ['shared-host', 'well-known', 'other-network']
/** So few tell nothing. */
const FEW = 10

/**
 * All entries of a list. Everything is bounded, see `LIMITS`.
 * @throws ImportError when the file cannot be read as the format, holds no entry, or so little of it is an entry that the
 * format is probably wrong: then a list from before is better than this one.
 */
export async function parseList(
  bytes: Iterable<Uint8Array>,
  { format, options, label }: ListSpec,
): Promise<Collection> {
  const collection = collectEntries({ label, chain: options.chain ?? null })
  await IMPORTERS[format](textOf(bytes, format), collection, { format, options })
  const refused = collection.refused()
  const first = refused[0]
  if (collection.size === 0) {
    const seen = collection.seen()
    throw new ImportError(
      [
        `No entry found in the ${format} list; expected ${FORMATS[format].entries}`,
        seen.length > 0 ? `; it has: ${seen.join(', ')}` : '',
        first ? `; first refused (${first.reason}): ${first.example}` : '',
        '.',
      ].join(''),
    )
  }
  const strange = refused.filter(({ reason }) => !USUAL.includes(reason))
  const count = strange.reduce((sum, refusal) => sum + refusal.count, 0)
  if (count > FEW && count > collection.accepted) {
    throw new ImportError(
      `Only ${collection.accepted} of ${collection.accepted + count} values in the ${format} list are entries: the format is ` +
        `probably wrong. Expected ${FORMATS[format].entries}; first refused (${strange[0]?.reason}): ${strange[0]?.example}.`,
    )
  }
  return collection
}
