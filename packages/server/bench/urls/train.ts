import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseSite } from '../../src/web/address/parseSite.ts'
import { packWeights } from '../../src/web/lexical/packWeights.ts'
import { type HostRow, readHosts } from './readHosts.ts'
import { trainModel } from './trainModel.ts'

// npm run train:urls: learns the weights of the lexical model from DIR/urls/train_*.csv.gz and lists of one's own, one host a line.

const COMMITTED = fileURLToPath(new URL('../../src/web/lexical/weights.generated.bin', import.meta.url))

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.REDOUBT_DATA ?? '../shared/data' },
    'extra-phishing': { type: 'string', multiple: true, default: [] },
    'extra-benign': { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: COMMITTED },
    day: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
})
const rows = (
  await Promise.all([
    readHosts(join(resolve(values.data), 'urls', 'train_phishing.csv.gz')),
    readHosts(join(resolve(values.data), 'urls', 'train_benign.csv.gz')),
    ...values['extra-phishing'].map((file) => readExtra(file, true)),
    ...values['extra-benign'].map((file) => readExtra(file, false)),
  ])
).flat()
const { model, validation } = trainModel(rows, values.day)
await writeFile(values.out, packWeights(model))
const { weights, ...header } = model
process.stdout.write(`${JSON.stringify({ out: values.out, rows: rows.length, validation, ...header })}\n`)

/** Lists without days: their phishing hosts count as recent and are all learned from; a fifth of honest ones validate. */
async function readExtra(file: string, phishing: boolean): Promise<HostRow[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((host) => ({
      host,
      site: parseSite(`https://${host}/`),
      phishing,
      seen: '',
      sources: ['extra'],
      category: phishing ? 'phish' : 'popular',
    }))
}
