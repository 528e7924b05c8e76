import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findSameTitles, findTitleBreaches, readDetectors, readGlossary } from './checkLanguage.ts'
import { generate } from './gen.ts'
import * as detectorsGenerator from './generators/detectors.ts'
import { listDetectorFiles } from './listDetectorFiles.ts'

// `npm run new:detector`: writes a new detector and its test, copies of those in scripts/detectorTemplates/, which work and are
// then changed into the new rule.

const SUBJECTS = ['transaction', 'contract', 'wallet', 'url', 'message']
const HELP = `Usage: npm run new:detector -- <subject> <id> [--title "<title>"]

  subject   ${SUBJECTS.join(' | ')}
  id        noun phrase in kebab-case that no detector has: approval-to-burn-address
  --title   2 to 7 words with a noun of docs/GLOSSARY.md; the words of the id by default

Writes packages/risk/src/detectors/<subject>/<id>.ts and <id>.test.ts, then the index and the page in docs/detectors/.
Both files pass every check as they are: they hold a working example, which you change into your rule.`

const ROOT = join(import.meta.dirname, '..')
const DETECTORS = 'packages/risk/src/detectors'

/** Returns the files of a new detector: the template of its subject with its own id, title and imports. */
async function scaffold(subject: string, id: string, title: string): Promise<{ rule: string; test: string }> {
  const template = join(ROOT, 'scripts/detectorTemplates', subject)
  const atHome = (source: string) => source.replaceAll("from '../../packages/risk/src/", "from '../../")
  const rule = atHome(await readFile(`${template}.ts`, 'utf8'))
  const test = atHome(await readFile(`${template}.test.ts`, 'utf8'))
  return {
    rule: rule.replace(/id: '.*'/, `id: '${id}'`).replace(/title: '.*'/, () => `title: ${quoted(title)}`),
    test: test.replace(`'./${subject}.ts'`, `'./${id}.ts'`),
  }
}

/** A string literal as the formatter writes it. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  return `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`
}

/** Says what is wrong with the arguments and what to give instead; null when nothing is. */
export async function problemOf(subject: string, id: string, title: string): Promise<string | null> {
  if (!SUBJECTS.includes(subject)) return `Unknown subject "${subject}". Choose one of ${SUBJECTS.join(', ')}.`
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(id)) {
    return `"${id}" is no id. Write a noun phrase in kebab-case, such as approval-to-burn-address.`
  }
  const existing = await listDetectorFiles(join(ROOT, DETECTORS))
  const same = existing.find((detector) => detector.id === id)
  if (same) return `${DETECTORS}/${same.subject}/${id}.ts exists already. Choose another id.`
  const text = { file: id, line: 1, member: 'title' as const, text: title }
  const glossary = readGlossary(await readFile(join(ROOT, 'docs/GLOSSARY.md'), 'utf8'))
  const [breach] = [...findTitleBreaches([text], glossary), ...findSameTitles([...(await readDetectors(ROOT)), text])]
  return breach ? `The title "${title}" breaks a rule: ${breach.rule}. Give another with --title "…".` : null
}

function fail(problem: string): never {
  console.error(`${problem}\n\n${HELP}`)
  process.exit(2)
}

function readArguments(): { subject: string; id: string; title: string } {
  try {
    const options = { title: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (values.help) {
      console.log(HELP)
      process.exit(0)
    }
    const [subject = '', id = '', ...more] = positionals
    if (positionals.length < 2 || more.length > 0) fail('Give a subject and an id.')
    const title = values.title?.trim() ?? id.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
    return { subject, id, title }
  } catch (error) {
    return fail((error as Error).message)
  }
}

if (import.meta.main) {
  const { subject, id, title } = readArguments()
  const problem = await problemOf(subject, id, title)
  if (problem) fail(problem)
  const { rule, test } = await scaffold(subject, id, title)
  const path = `${DETECTORS}/${subject}/${id}`
  await mkdir(join(ROOT, DETECTORS, subject), { recursive: true })
  await writeFile(join(ROOT, `${path}.ts`), rule, { flag: 'wx' })
  await writeFile(join(ROOT, `${path}.test.ts`), test, { flag: 'wx' })
  const generated = await generate(ROOT, [detectorsGenerator], false)
  console.log(`Wrote ${[`${path}.ts`, `${path}.test.ts`, ...generated].join(', ')}.

It works as it stands. Now make it yours:
  1. ${path}.test.ts: the cases that it detects and clears
  2. ${path}.ts: needs, detect, why, advice, category, severity, confidence
  3. npx node --test ${path}.test.ts
  4. npm run gen && npm run check`)
}
