import { ImportError } from './importError.ts'
import type { Importer } from './importer.ts'
import { jsonValues } from './jsonValues.ts'
import { member } from './member.ts'

/**
 * `{"blacklist": ["evil.example"]}` with path `blacklist` (MetaMask, polkadot-js), or objects, `{"data": [{"url": "…"}]}`
 * with path `data` and column `url`. `*` in a path is every member of that level. An array in the column holds many values.
 */
export const jsonPath: Importer = (text, into, { format, options }) => {
  const { path: written = '', column, nameColumn, labelColumn } = options
  const path = written.replace(/^\$\.?/, '').split('.')
  if (path.includes('')) {
    throw new ImportError(`The path "${written}" has an empty part; write blacklist or data.items (${format} list).`)
  }
  jsonValues(text, into, {
    format,
    path,
    onValue: (row) => {
      const value = column === undefined ? row : member(row, column)
      if (column !== undefined && value === undefined && typeof row === 'object' && row !== null) {
        for (const name of Object.keys(row)) into.saw(`${name} (in a member)`)
      }
      const said = {
        name: nameColumn === undefined ? null : member(row, nameColumn),
        words: labelColumn === undefined ? null : member(row, labelColumn),
      }
      for (const one of column !== undefined && Array.isArray(value) ? value : [value]) into.add(one, said)
    },
  })
}
