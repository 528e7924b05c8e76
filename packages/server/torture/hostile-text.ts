import type { TortureResult } from './main.ts'
import { runTests } from './runTests.ts'

/** Names of tokens and accounts, records of domains, pages, words of models and reports with script, direction marks and control characters. */
const TESTS = [
  'e2e/verdicts/modelText.e2e.ts',
  'e2e/verdicts/saidConsistently.e2e.ts',
  'intel/lookup/tokenNames.test.ts',
  'intel/lookup/textSkeleton.test.ts',
  'intel/onchain/ensName.e2e.ts',
  'render/printable.test.ts',
  'render/reportPdf.test.ts',
  'render/reportText.e2e.ts',
  'web/registration/parseRdap.test.ts',
  'web/browser/createBrowserTier.e2e.ts',
]

/** Hostile text is shown as text, changes no verdict, and no reader runs it. Each of the tests has honest controls. */
export default async function hostileText(): Promise<TortureResult> {
  return runTests(TESTS)
}
