/**
 * Warnings that no end-to-end test names yet: their detectors' own tests show them, each beside its honest look-alikes.
 * `contractValues.test.ts` keeps the list exact, so it can only get shorter.
 */
export const UNIT_TESTED_WARNINGS: readonly string[] = [
  'blind-signature-request',
  'copied-brand-favicon',
  'dangerous-wallet-request',
  'dialog-flood',
  'execution-not-inspected',
  'fake-network-request',
  'holder-tax',
  'incomplete-browsing',
  'incomplete-bytecode-analysis',
  'incomplete-page-content',
  'non-transferable-token',
  'popular-site',
  'private-network-host',
  'shortened-url',
  'unprompted-wallet-request',
  'unrequested-clipboard-write',
  'unrequested-download',
]
