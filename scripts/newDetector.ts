import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SUBJECTS = ['url', 'contract', 'wallet', 'transaction', 'message']

/** What the scaffold's rule reads, and its cases are built from. */
const SAMPLES = {
  transaction: {
    facts: { name: 'transaction', member: 'value' },
    harm: 'pay(STRANGER, 1n)',
    uses: "import { pay, STRANGER } from '../../sampleFacts.ts'",
  },
  contract: {
    facts: { name: 'subject', member: 'nonce' },
    harm: '{ subject: contract(TOKEN, { nonce: 1n }) }',
    uses: "import { TOKEN } from '../../sampleContract.ts'\nimport { contract } from '../../sampleFacts.ts'",
  },
  url: {
    facts: { name: 'visit', member: 'bytes' },
    harm: '{ visit: visit({ bytes: 1 }) }',
    uses: "import { visit } from '../../sampleUrl.ts'",
  },
}

/** The two files of a new detector. The test fails until the rule and its cases are written. */
export function scaffold(subject: string, id: string): { rule: string; test: string } {
  const { facts, harm, uses } = SAMPLES[subject === 'contract' || subject === 'url' ? subject : 'transaction']
  const title = id.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
  return {
    rule: `import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: '${id}',
  title: '${title}',
  why: 'TODO: why the reader should care, with the source.',
  advice: 'TODO: what to do about it.',
  appliesTo: '${subject}',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  // The facts of packages/risk/src/facts.ts that the rule reads; the type of \`detect\` follows from them.
  needs: ['${facts.name}'],
  detect: ({ ${facts.name}: { ${facts.member} } }) =>
    ${facts.member} < 0 ? [{ description: 'TODO: what happens, in one sentence.', evidence: { ${facts.member}: String(${facts.member}) } }] : [],
})
`,
    test: `import { detectorTest } from '../../detectorTest.ts'
${uses}
import detector from './${id}.ts'

detectorTest(detector, {
  detects: { 'TODO: the harmful case': ${harm} },
  clears: { 'TODO: the honest look-alike': {} },
})
`,
  }
}

if (import.meta.main) {
  const [subject = '', id = ''] = process.argv.slice(2)
  const root = join(import.meta.dirname, '..')
  const folder = join(root, 'packages/risk/src/detectors', subject)
  const problem = !SUBJECTS.includes(subject)
    ? `The subject is one of ${SUBJECTS.join(', ')}.`
    : !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(id)
      ? 'The id is a noun phrase in kebab-case, such as "approval-to-burn-address".'
      : existsSync(join(folder, `${id}.ts`)) && `The detector ${id} exists already: choose another id.`
  if (problem) {
    console.error(`${problem}\nUsage: npm run new:detector -- <subject> <id>`)
    process.exit(2)
  }
  const { rule, test } = scaffold(subject, id)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${id}.ts`), rule)
  await writeFile(join(folder, `${id}.test.ts`), test)
  console.log(
    `Wrote ${id}.ts and ${id}.test.ts in packages/risk/src/detectors/${subject}/. Fill in every TODO; the tests fail until then.`,
  )
  process.exitCode = spawnSync(process.execPath, [join(root, 'scripts/gen.ts')], { stdio: 'inherit' }).status ?? 1
}
