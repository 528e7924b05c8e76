/** Code whose tests are measured: what Stryker changes, and the tests that must notice; globs below the root of the repository. */
export type MutationArea = {
  name: string
  mutate: readonly string[]
  tests: readonly string[]
  /** Also what is made when the file is loaded, such as patterns: each such mutant runs all tests of the area. */
  loaded?: true
}

const NO_TESTS = ['!**/*.test.ts', '!**/*.e2e.ts', '!**/testing/**']

export const MUTATION_AREAS: readonly MutationArea[] = [
  {
    name: 'scoring',
    mutate: ['packages/risk/src/engine/*.ts', '!packages/risk/src/engine/judge.ts', ...NO_TESTS],
    // Judging as a whole loads every detector.
    tests: ['packages/risk/src/engine/*.test.ts', '!packages/risk/src/engine/judge.test.ts'],
  },
  {
    name: 'policies',
    mutate: ['packages/server/src/domain/policy/*.ts', '!**/testPolicy.ts', ...NO_TESTS],
    tests: ['packages/server/src/domain/policy/*.test.ts'],
  },
  {
    name: 'signatures',
    mutate: [
      'packages/server/src/webhooks/sign.ts',
      'packages/client/src/verifyWebhook.ts',
      'packages/server/src/witness/verdictFile.ts',
      ...NO_TESTS,
    ],
    tests: [
      'packages/server/src/webhooks/sign.test.ts',
      'packages/client/src/verifyWebhook.test.ts',
      'packages/server/src/witness/verdictFile.test.ts',
    ],
  },
  {
    name: 'words',
    mutate: ['packages/risk/src/explain/statesRows.ts', 'packages/server/src/usecases/scans/explainInWords.ts'],
    tests: [
      'packages/risk/src/explain/statesRows.test.ts',
      'packages/server/src/usecases/scans/explainInWords.test.ts',
    ],
    loaded: true,
  },
  {
    name: 'egress',
    mutate: ['packages/egress/src/*.ts', ...NO_TESTS],
    tests: ['packages/egress/src/*.test.ts', 'packages/egress/src/*.e2e.ts'],
  },
  {
    name: 'access',
    mutate: [
      'packages/server/src/http/access/*.ts',
      'packages/server/src/domain/{apiKey,keyOrigins,role}.ts',
      ...NO_TESTS,
    ],
    tests: [
      'packages/server/src/http/access/*.test.ts',
      'packages/server/src/domain/{apiKey,keyOrigins}.test.ts',
      'packages/server/src/http/e2e/{access,crossOrigin,keys,limits,session,sessionAttacks,members,audit}.e2e.ts',
    ],
  },
]

/** Noticed by no test: its one test asserts nothing. What a figure above zero would mean here, it would mean everywhere. */
export const BLIND_AREA: MutationArea = {
  name: 'control',
  mutate: ['packages/risk/src/engine/recommendation.ts'],
  tests: ['packages/risk/src/engine/blind.test.ts'],
}
export const BLIND_TEST =
  "import { test } from 'node:test'\nimport './recommendation.ts'\n\ntest('asserts nothing', () => {})\n"
