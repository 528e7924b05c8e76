import { readFile } from 'node:fs/promises'
import { promisesIn } from '../src/web/page/words/promises.ts'

/** What an advertised fraud is told by; the other kinds (phrases, keys, commands) are judged by fields and acts. */
const KINDS = ['returns', 'recovery', 'gift', 'fee']
/** In the order in which they were written. Rules were changed with the first at hand, and once more with the second and the other languages. */
const SETS = ['first', 'second', 'other-languages', 'third']
const ADDRESS = `0x${'ab'.repeat(20)}`

type Text = { hostile: boolean; kind: string; language: string; parts: string[] }

/**
 * Page texts of our own in 23 languages, each beside an address to pay to: how many frauds of four kinds `promisesIn` finds, and how many honest
 * texts it accuses, by set and by language. Nothing is fetched.
 */
export default async function texts(): Promise<object> {
  const sets = await Promise.all(SETS.map(async (name) => [name, figuresOf(await readTexts(name))] as const))
  return Object.fromEntries(sets)
}

function figuresOf(all: readonly Text[]) {
  const frauds = all.filter(({ hostile, kind }) => hostile && KINDS.includes(kind))
  const honest = all.filter(({ hostile }) => !hostile)
  const found = (ones: readonly Text[]) => ones.filter(({ parts }) => promisesIn([...parts, ADDRESS]).length > 0)
  const missed = frauds.filter((one) => !found([one]).includes(one))
  return {
    n: all.length,
    languages: new Set(all.map(({ language }) => language)).size,
    frauds: frauds.length,
    found: found(frauds).length,
    byKind: Object.fromEntries(
      KINDS.map((kind) => {
        const ones = frauds.filter((one) => one.kind === kind)
        return [kind, `${found(ones).length} of ${ones.length}`]
      }),
    ),
    missed: missed.map(({ language, kind, parts }) => `${language} ${kind}: ${parts[0]}`),
    honest: honest.length,
    accused: found(honest).map(({ language, kind, parts }) => `${language} ${kind}: ${parts[0]}`),
  }
}

/** Reads a set: `@language`, then `+kind | heading | paragraph | buttons` (hostile) or `-kind | …` (honest). */
async function readTexts(name: string): Promise<Text[]> {
  const lines = (await readFile(new URL(`./texts/${name}.txt`, import.meta.url), 'utf8')).split('\n')
  let language = ''
  return lines.flatMap((line) => {
    if (line.startsWith('@')) language = line.slice(1).trim()
    if (!/^[+-]/.test(line)) return []
    const [head = '', ...parts] = line.split(' | ')
    return [{ hostile: head.startsWith('+'), kind: head.slice(1).trim(), language, parts }]
  })
}
