import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { listDetectorFiles } from './listDetectorFiles.ts'

// `npm run language`: checks titles, texts, names and comments against the rules of the project's language.

/** One text that breaks a rule of docs/GLOSSARY.md or of the project's language. */
export type Breach = { file: string; line: number; rule: string; text: string }

/** A text of a detector file: one of its members, or a sentence in its code (`${…}` of a template is read as `…`). */
export type DetectorText = { file: string; line: number; member: 'title' | 'why' | 'advice' | 'sentence'; text: string }

type Rule = { name: string; find: () => Breach[]; allowed: number }

const MEMBERS = ['title', 'why', 'advice'] as const
const MIN_TITLE_WORDS = 2
const MAX_TITLE_WORDS = 7
const OPENINGS = /^(it|its|somebody|whoever|nobody|what|not|one|they)\b/i
const FORBIDDEN: readonly RegExp[] = [
  /\b(whoever|whom|nobody|somebody|anybody)\b/i,
  /\bthe one that\b/i,
  /\bof which\b/i,
  /\bwhat (is|are|was|were)\b[^.?!:;]*\b(is|are|was|were)\b/i,
]

/** Words of names that docs/GLOSSARY.md has a field's word for: `assetMovingCalls`, `MAX_ATTEMPTS`, `'lets-anyone-withdraw'`. */
const PRIVATE_NAMES =
  /^(vouch(ed|er|es)?|nobodys?|anybody|somebody|whoever|knocks?|untried|sitting|sundry|learn(ed|ing|s)?|taking|takings|followups?|relay)$/i
/** Names of the field or of others' programs that hold such a word. */
const FIELD_NAMES =
  /^(takingAmount|relay[A-Z]\w*|learning[A-Z]\w*|RelayRequest|RelayFee|RpcRelay|createRpcRelay|rpcRelay|askRpcRelay|privateRelayUrls|PRIVATE_RELAY_URLS)$/

const COMMENT_WORDS = /\b(whoever|whom|nobody|somebody|anybody|the one that|of which)\b/i
/** Comments that still wait to be written again: the number only falls. */
const COMMENTS_LEFT = 0

/** Returns the terms of a glossary page, its synonyms and irregular plurals included. */
export function readGlossary(markdown: string): string[] {
  return [...markdown.matchAll(/^- \*\*(.+?)\*\*(?: \(([^)]*)\))?: ./gm)].flatMap(([, term = '', others = '']) =>
    [term, ...others.split(',')].map((one) => one.trim()).filter((one) => one !== ''),
  )
}

/** Returns the texts of one detector file in the order of the file. */
export function detectorTexts(file: string, source: string): DetectorText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const texts: DetectorText[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    const text = textOf(node)
    const member = text === null ? null : memberOf(node)
    // One word is a code, such as `'stranger'`, and no sentence.
    if (text !== null && (member !== null || /\s/.test(text))) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
      texts.push({ file, line, member: member ?? 'sentence', text })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return texts
}

/** Finds titles that are too short or too long, begin with a pronoun, or hold no term of the glossary. */
export function findTitleBreaches(texts: readonly DetectorText[], glossary: readonly string[]): Breach[] {
  const noun = new RegExp(`(?<![\\w-])(${glossary.map(escaped).join('|')})s?(?![\\w-])`, 'i')
  return texts.flatMap(({ file, line, member, text }) => {
    if (member !== 'title') return []
    const words = text.trim().split(/\s+/).length
    const broken = [
      words < MIN_TITLE_WORDS || words > MAX_TITLE_WORDS
        ? `title of ${MIN_TITLE_WORDS} to ${MAX_TITLE_WORDS} words`
        : '',
      OPENINGS.test(text) ? 'title begins with a noun phrase' : '',
      noun.test(text) ? '' : 'title holds a noun of docs/GLOSSARY.md',
    ]
    return broken.filter((rule) => rule !== '').map((rule) => ({ file, line, rule, text }))
  })
}

/** Finds titles that two detectors share. */
export function findSameTitles(texts: readonly DetectorText[]): Breach[] {
  const titles = texts.filter(({ member }) => member === 'title')
  const seen = new Set<string>()
  return titles.flatMap(({ file, line, text }) => {
    const isNew = !seen.has(text.toLowerCase())
    seen.add(text.toLowerCase())
    return isNew ? [] : [{ file, line, rule: 'title differs from every other', text }]
  })
}

/** Finds texts with words that make riddles of sentences. */
export function findForbiddenWords(texts: readonly DetectorText[]): Breach[] {
  return texts.flatMap(({ file, line, text }) => {
    const found = FORBIDDEN.map((pattern) => pattern.exec(text)?.[0]).find((word) => word !== undefined)
    return found === undefined ? [] : [{ file, line, rule: `no “${found}” in a text`, text }]
  })
}

/** Finds limits that are not called `MAX_…` or `MIN_…`, and literals spread into objects, where TypeScript checks no excess members. */
export function findCodeBreaches(file: string, source: string): Breach[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const breaches: Breach[] = []
  const add = (node: ts.Node, rule: string): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
    breaches.push({ file, line, rule, text: node.getText().slice(0, 80) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && /^(MOST|LEAST)(_|$)/.test(node.text)) add(node, 'limits are MAX_ and MIN_')
    if (ts.isIdentifier(node) && hasPrivateWord(node.text)) add(node, "names are the field's, see docs/GLOSSARY.md")
    if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression))
      add(node, 'members one by one, no spread of a literal')
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return breaches
}

/** Tells whether one of the words of a name is private to this project. */
function hasPrivateWord(name: string): boolean {
  return !FIELD_NAMES.test(name) && name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).some((word) => PRIVATE_NAMES.test(word))
}

/** Finds comments with words that make riddles of sentences. */
export function findRiddlesInComments(file: string, source: string): Breach[] {
  return source.split('\n').flatMap((text, index) => {
    // Code values stand in backticks.
    const comment = (/(^|\s)(\/\/|\/?\*\*?)\s.*/.exec(text)?.[0] ?? '').replaceAll(/`[^`]*`/g, '')
    return COMMENT_WORDS.test(comment)
      ? [{ file, line: index + 1, rule: 'plain words in comments', text: text.trim() }]
      : []
  })
}

/** Finds sentences of a Markdown page with words that make riddles of them; code, which stands in backticks or fences, is not read. */
export function findRiddlesInMarkdown(file: string, markdown: string): Breach[] {
  const hidden = markdown.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replaceAll(/[^\n]/g, ' '))
  const lines = markdown.split('\n')
  return hidden.split('\n').flatMap((line, index) => {
    const found = FORBIDDEN.map((pattern) => pattern.exec(line)?.[0]).find((word) => word !== undefined)
    return found === undefined
      ? []
      : [{ file, line: index + 1, rule: `no “${found}” in a page`, text: lines[index]?.trim() ?? '' }]
  })
}

/** Finds titles of tests with words that make riddles of them. */
export function findRiddlesInTestTitles(file: string, source: string): Breach[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const breaches: Breach[] = []
  const visit = (node: ts.Node): void => {
    const title =
      ts.isCallExpression(node) && /^(test|it|describe)$/.test(node.expression.getText())
        ? node.arguments[0]
        : undefined
    const text = title === undefined ? null : textOf(title)
    if (title !== undefined && text !== null && FORBIDDEN.some((pattern) => pattern.test(text))) {
      const line = tree.getLineAndCharacterOfPosition(title.getStart()).line + 1
      breaches.push({ file, line, rule: 'plain words in titles of tests', text })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return breaches
}

/** Returns the breaches of rules that have more of them than allowed; an allowance that is too high is a breach too. */
export function judge(rules: readonly Rule[]): Breach[] {
  return rules.flatMap(({ name, find, allowed }) => {
    const breaches = find()
    if (breaches.length > allowed) return breaches
    if (breaches.length === allowed) return []
    const text = `${breaches.length} breaches are left of ${allowed} allowed: lower the number`
    return [{ file: 'scripts/checkLanguage.ts', line: 1, rule: name, text }]
  })
}

/** Text of a string or a template; null for any other node. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
}

/** `title`, `why` or `advice` of the object that `defineDetector` is called with. */
function memberOf(node: ts.Node): (typeof MEMBERS)[number] | null {
  const { parent } = node
  if (!ts.isPropertyAssignment(parent) || parent.initializer !== node) return null
  const call = parent.parent.parent
  if (!ts.isCallExpression(call) || call.expression.getText() !== 'defineDetector') return null
  return MEMBERS.find((member) => member === parent.name.getText()) ?? null
}

function escaped(term: string): string {
  return term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Reads the texts of every detector of the repository. */
export async function readDetectors(root: string): Promise<DetectorText[]> {
  const folder = join(root, 'packages/risk/src/detectors')
  const files = (await listDetectorFiles(folder)).map(({ subject, id }) => join(folder, subject, `${id}.ts`))
  const texts = await Promise.all(
    files.map(async (file) => detectorTexts(relative(root, file), await readFile(file, 'utf8'))),
  )
  return texts.flat()
}

/** Sources under version control that people write. */
async function readSources(root: string): Promise<{ file: string; source: string }[]> {
  const listed = execFileSync('git', ['ls-files', 'packages', 'scripts', 'tools'], { cwd: root, encoding: 'utf8' })
  const files = listed.split('\n').filter((file) => file.endsWith('.ts') && !file.includes('.generated.'))
  return Promise.all(files.map(async (file) => ({ file, source: await readFile(join(root, file), 'utf8') })))
}

/** Pages under version control that people write, without licences of others and pages made of detectors' texts. */
async function readPages(root: string): Promise<{ file: string; source: string }[]> {
  const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  const files = listed
    .split('\n')
    .filter((file) => file !== '' && !/THIRD-PARTY\.md$|^docs\/detectors\//.test(file) && existsSync(join(root, file)))
  return Promise.all(files.map(async (file) => ({ file, source: await readFile(join(root, file), 'utf8') })))
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const glossary = readGlossary(await readFile(join(root, 'docs/GLOSSARY.md'), 'utf8'))
  const texts = await readDetectors(root)
  const sources = await readSources(root)
  const pages = await readPages(root)
  const breaches = judge([
    { name: 'titles', find: () => findTitleBreaches(texts, glossary), allowed: 0 },
    { name: 'same titles', find: () => findSameTitles(texts), allowed: 0 },
    { name: 'forbidden words', find: () => findForbiddenWords(texts), allowed: 0 },
    { name: 'code', find: () => sources.flatMap(({ file, source }) => findCodeBreaches(file, source)), allowed: 0 },
    {
      name: 'comments',
      find: () => sources.flatMap(({ file, source }) => findRiddlesInComments(file, source)),
      allowed: COMMENTS_LEFT,
    },
    {
      name: 'titles of tests',
      find: () =>
        sources
          .filter(({ file }) => /\.(test|e2e)\.ts$/.test(file))
          .flatMap(({ file, source }) => findRiddlesInTestTitles(file, source)),
      allowed: 0,
    },
    {
      name: 'pages',
      find: () => pages.flatMap(({ file, source }) => findRiddlesInMarkdown(file, source)),
      allowed: 0,
    },
  ])
  if (texts.length === 0 || glossary.length === 0 || pages.length === 0) {
    console.error('No text or no glossary was read, so no rule was checked.')
    process.exitCode = 1
  } else if (breaches.length > 0) {
    console.error(breaches.map(({ file, line, rule, text }) => `${file}:${line} ${rule}: ${text}`).join('\n'))
    process.exitCode = 1
  } else {
    console.log(
      `${texts.length} texts of detectors, ${sources.length} files and ${pages.length} pages keep the rules of the language.`,
    )
  }
}
