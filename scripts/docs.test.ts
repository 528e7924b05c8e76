import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { readGlossary } from './checkLanguage.ts'

const ROOT = join(import.meta.dirname, '..')
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
const files = listed
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))
const pages = files.filter((file) =>
  /^(README|CONTRIBUTING|SECURITY|(docs|packages\/\w+|clients\/\w+)\/.*)\.md$/.test(file),
)
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Files that a page asks its reader to make. */
const MADE_BY_READERS =
  /approval-to-burn-address|^body\.json$|(?:^|\/)(?:claude_desktop_|\.?mcp_)?(?:config|settings|mcp|\.mcp)\.json$/
/** Paths with and without `src`, as pages write them. */
const paths = new Set(files.flatMap((file) => withFolders(file)).flatMap((path) => [path, path.replace('/src/', '/')]))

/** A file and its folders, each also by every end of its path: `evm/rpc/` for `packages/server/src/evm/rpc/pool.ts`. */
function withFolders(file: string): string[] {
  const parts = file.split('/')
  const whole = parts.map((_, index) => parts.slice(0, index + 1).join('/') + (index < parts.length - 1 ? '/' : ''))
  return whole.flatMap((path) => {
    const names = path.split('/')
    return names.map((_, index) => names.slice(index).join('/'))
  })
}

/** Paths that a page names in backticks: a file with a known ending, or a folder with `/` behind it. */
function namedPaths(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.(?:ts|js|json|md|py|sol|ndjson)))`/g)].map(
    ([, path = '']) => path,
  )
}

test('a path of a page is found in backticks, and placeholders and code are not', () => {
  const page = 'See `a/b.ts`, `evm/` and `docs/x.md`.\n```\n`c.ts`\n```\n`<id>.ts` `viem/utils` `*.test.ts`'
  assert.deepEqual(namedPaths(page), ['a/b.ts', 'evm/', 'docs/x.md'])
})

test('every link and every path that a page names exists', () => {
  assert.ok(pages.length > 50)
  const missing = pages.flatMap((page) => {
    const text = read(page)
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => link)
      .filter(
        (link) => !/^(https?|mailto):/.test(link) && !existsSync(join(ROOT, normalize(join(dirname(page), link)))),
      )
    const named = namedPaths(text).filter((path) => !MADE_BY_READERS.test(path) && !paths.has(path))
    return [...links, ...named].map((path) => `${page}: ${path}`)
  })
  assert.deepEqual(missing, [])
})

test('every decision has the form of a decision, on one page', () => {
  const decisions = files.filter((file) => /^docs\/decisions\/\d{3}-/.test(file))
  const numbers = decisions.map((file) => file.slice('docs/decisions/'.length).slice(0, 3))
  assert.equal(new Set(numbers).size, decisions.length, 'a number is given once')
  for (const [index, file] of decisions.entries()) {
    const text = read(file)
    assert.match(text, new RegExp(`^# ${numbers[index]} \\S`), file)
    assert.match(text, /^\*\*Status:\*\* (accepted|replaced by \d{3})$/m, file)
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    assert.deepEqual(headings, ['Context', 'Decision', 'Consequences', 'Alternatives measured'], file)
    // A table of packages is looked up, not read.
    const prose = text.replaceAll(/^\|.*$/gm, '')
    assert.ok(prose.trim().split(/\s+/).length <= 650, `${file} is longer than a page`)
  }
})

test('the glossary has each term once, and the first pages lead to it', () => {
  const terms = readGlossary(read('docs/GLOSSARY.md')).map((term) => term.toLowerCase())
  assert.deepEqual(
    terms.filter((term, index) => terms.indexOf(term) !== index),
    [],
  )
  assert.match(read('README.md'), /\(docs\/GLOSSARY\.md\)/)
  assert.match(read('docs/ARCHITECTURE.md'), /\(GLOSSARY\.md\)/)
})

test('every torture and bench that the threats name exists', () => {
  const named = [...read('docs/THREATS.md').matchAll(/\b(torture|bench)(?:s|es)? ((?:`[a-z-]+`(?:, )?)+)/g)]
  const shown = named.flatMap(([, kind = '', names = '']) =>
    [...names.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => `packages/server/${kind}/${name}.ts`),
  )
  assert.ok(shown.length > 20, String(shown.length))
  assert.deepEqual(
    shown.filter((file) => !existsSync(join(ROOT, file))),
    [],
  )
})
