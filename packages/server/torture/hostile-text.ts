import { type Disarmed, runDisarmed } from './disarm/disarmed.ts'
import type { TortureResult } from './main.ts'
import { runTests } from './runTests.ts'

const ON_A_TERMINAL = '../../cli/src/hostileText.e2e.ts'

/**
 * Names of tokens and accounts, records of domains, pages, words of models, reports and terminals with script, direction marks and control
 * characters.
 */
const TESTS = [
  'e2e/verdicts/modelText.e2e.ts',
  'e2e/verdicts/saidConsistently.e2e.ts',
  'intel/lookup/tokenNames.test.ts',
  'intel/lookup/textSkeleton.test.ts',
  'intel/onchain/ensName.e2e.ts',
  'lib/cleanText.test.ts',
  'render/printable.test.ts',
  'render/reportPdf.test.ts',
  'render/reportText.e2e.ts',
  'web/registration/parseRdap.test.ts',
  'web/browser/createBrowserTier.e2e.ts',
  ON_A_TERMINAL,
]

/** The same texts without what cleans or refuses them. */
const WITHOUT_CLEANING: readonly Disarmed[] = [
  {
    what: 'texts are kept as they came',
    file: 'server/src/lib/cleanText.ts',
    from: 'withoutInvisible: (text: string) => string): string {',
    to: 'withoutInvisible: (text: string) => string): string {\n  return untrusted',
    tests: ['lib/cleanText.test.ts', 'web/registration/parseRdap.test.ts'],
  },
  {
    what: 'texts are drawn as they came',
    file: 'server/src/render/printable.ts',
    from: 'drawable: (codePoint: number) => boolean): string {',
    to: 'drawable: (codePoint: number) => boolean): string {\n  return untrusted',
    tests: ['render/printable.test.ts'],
  },
  {
    what: 'a model may say anything',
    file: 'risk/src/explain/statesRows.ts',
    from: 'export function statesRows(text: string, rows: StatedRows): boolean {',
    to: 'export function statesRows(text: string, rows: StatedRows): boolean {\n  return true',
    tests: ['e2e/verdicts/modelText.e2e.ts'],
  },
  {
    what: 'names are compared letter by letter',
    file: 'server/src/intel/lookup/tokenNames.ts',
    from: 'export function textSkeleton(text: string): TextSkeleton {',
    to: 'export function textSkeleton(text: string): TextSkeleton {\n  return { letters: text, shapes: text }',
    tests: ['intel/lookup/textSkeleton.test.ts', 'intel/lookup/tokenNames.test.ts'],
  },
  {
    what: 'any name of an account is shown',
    file: 'server/src/intel/onchain/ensName.ts',
    from: 'PLAIN_NAME.test(name)',
    to: 'true',
    tests: ['intel/onchain/ensName.e2e.ts'],
  },
  {
    what: 'a terminal is sent what came',
    file: 'client/dist/text/index.js',
    from: 'export function showHidden(text) {',
    to: 'export function showHidden(text) {\n    return text;',
    tests: [ON_A_TERMINAL],
  },
]

/** Hostile text is shown as text, changes no verdict, and no reader runs it. The control: the same tests without cleaning must fail. */
export default async function hostileText(): Promise<TortureResult> {
  const { asserted: _, ...ran } = await runTests(TESTS)
  const control = await runDisarmed(WITHOUT_CLEANING)
  return { ...ran, failed: ran.failed + control.missed.length, control }
}
