import type { Importer } from './importer.ts'
import { jsonValues } from './jsonValues.ts'

/** `["evil.example", "0x…"]`: ScamSniffer. */
export const jsonArray: Importer = (text, into, { format }) =>
  jsonValues(text, into, { format, path: [], onValue: (value) => into.add(value) })
