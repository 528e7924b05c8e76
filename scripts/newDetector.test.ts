import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findForbiddenWords, readDetectors } from './checkLanguage.ts'
import { problemOf } from './newDetector.ts'

const ROOT = join(import.meta.dirname, '..')
const MADE = {
  transaction: 'toy-transfer',
  contract: 'toy-contract-owner',
  wallet: 'toy-wallet-approval',
  url: 'toy-phishing-site',
  message: 'toy-signature',
}
const FILES = Object.entries(MADE).flatMap(([subject, id]) =>
  ['', '.test'].map((kind) => `packages/risk/src/detectors/${subject}/${id}${kind}.ts`),
)

/** A copy of what a detector is made of. */
let copy = ''

before(async () => {
  copy = await mkdtemp(join(tmpdir(), 'new-detector-'))
  const parts = [
    'packages/risk',
    'scripts',
    'docs/GLOSSARY.md',
    'docs/detectors',
    'packages/server/src/http/openapi',
    'package.json',
    'biome.json',
    'tsconfig.json',
  ]
  for (const part of parts) await cp(join(ROOT, part), join(copy, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const [subject, id] of Object.entries(MADE)) {
    const { status, stderr } = newDetector(subject, id)
    assert.equal(status, 0, stderr)
  }
})

after(() => rm(copy, { recursive: true }))

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: copy, encoding: 'utf8' })
  return { status, stdout, stderr, output: stdout + stderr }
}

function newDetector(...args: string[]) {
  return run(join(copy, 'scripts/newDetector.ts'), ...args)
}

test('a new detector of every subject passes its tests and those of the registry as generated', () => {
  const tests = [...FILES.filter((file) => file.endsWith('.test.ts')), 'packages/risk/src/engine/registry.test.ts']
  const { status, output } = run('--test', '--test-isolation=none', ...tests)
  assert.equal(status, 0, output)
  for (const id of Object.values(MADE)) assert.match(output, new RegExp(`${id} detects `), 'its cases were run')
})

test('the linter and the formatter accept the files', () => {
  const { status, output } = run(
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--error-on-warnings',
    '--vcs-enabled=false',
    ...FILES,
  )
  assert.equal(status, 0, output)
  assert.match(output, new RegExp(`Checked ${FILES.length} files`))
})

test('the compiler accepts the files', async () => {
  await writeFile(
    join(copy, 'tsconfig.new.json'),
    JSON.stringify({ extends: './tsconfig.json', include: [], files: FILES }),
  )
  const { status, output } = run('node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.new.json')
  assert.equal(status, 0, output)
})

test('the texts keep the language of the project', async () => {
  const texts = (await readDetectors(copy)).filter(({ file }) => FILES.includes(file))
  assert.equal(texts.filter(({ member }) => member === 'title').length, FILES.length / 2)
  assert.deepEqual(findForbiddenWords(texts), [])
})

test('the index and a page of the documentation are generated', async () => {
  const index = await readFile(join(copy, 'packages/risk/src/detectors/index.generated.ts'), 'utf8')
  assert.match(index, /import toyTransfer from '\.\/transaction\/toy-transfer\.ts'/)
  assert.match(await readFile(join(copy, 'docs/detectors/toy-signature.md'), 'utf8'), /^# Toy signature$/m)
})

test('mistakes are named', async () => {
  const mistakes: [subject: string, id: string, title: string, RegExp][] = [
    [
      'planet',
      'toy-transfer',
      '',
      /^Unknown subject "planet"\. Choose one of transaction, contract, wallet, url, message\.$/,
    ],
    ['transaction', 'NotKebab', '', /^"NotKebab" is no id\. .*kebab-case/],
    ['transaction', '2-transfers', '', /^"2-transfers" is no id\./],
    ['transaction', '../escaped-transfer', '', /is no id\./],
    ['wallet', 'approval-to-eoa', '', /detectors\/transaction\/approval-to-eoa\.ts exists already\./],
    [
      'url',
      'something-odd',
      'Something odd',
      /^The title "Something odd" breaks a rule: .*noun of docs\/GLOSSARY\.md\. .*--title/,
    ],
    ['url', 'drainer-tools', 'drainer kit code', /^null$/],
    [
      'url',
      'drainer-tools',
      'DELAYED HONEYPOT',
      /^The title "DELAYED HONEYPOT" breaks a rule: title differs from every other\./,
    ],
  ]
  for (const [subject, id, title, expected] of mistakes) {
    assert.match(String(await problemOf(subject, id, title)), expected)
  }
})

test('a mistake writes nothing and shows the usage', async () => {
  const before = await readdir(join(copy, 'packages/risk'), { recursive: true })
  for (const [args, problem] of [
    [['transaction'], /^Give a subject and an id\./],
    [['transaction', 'toy-swap', '--titel', 'x'], /^Unknown option '--titel'/],
    [['planet', 'toy-swap'], /^Unknown subject "planet"/],
  ] as const) {
    const { status, stderr } = newDetector(...args)
    assert.match(stderr, problem)
    assert.match(stderr, /^Usage: npm run new:detector -- <subject> <id>/m)
    assert.equal(status, 2)
  }
  assert.deepEqual(await readdir(join(copy, 'packages/risk'), { recursive: true }), before)
})

test('a title of its own is written as given', async () => {
  const { status, stderr } = newDetector('transaction', 'something-odd', '--title', "Owner's transfer of tokens")
  assert.equal(status, 0, stderr)
  const rule = await readFile(join(copy, 'packages/risk/src/detectors/transaction/something-odd.ts'), 'utf8')
  assert.match(rule, /^ {2}title: "Owner's transfer of tokens",$/m)
})

test('--help tells the usage and writes nothing', () => {
  const { status, stdout } = newDetector('--help')
  assert.equal(status, 0)
  assert.match(stdout, /^Usage: npm run new:detector/)
})
