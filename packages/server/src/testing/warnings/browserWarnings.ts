import type { WarningRequest, WarningRow } from './warningRow.ts'

/** The longest that a scan may take. */
const DEADLINE_MS = 30_000

/** Sites of the sandbox that a browser runs, each with the findings that it must get. */
export function browserWarnings(): WarningRow[] {
  const browse = (name: string): WarningRequest => ({
    path: '/v1/scan/url',
    body: { url: `https://${name}.test/`, options: { browse: true, deadlineMs: DEADLINE_MS } },
  })
  const seen = (ids: readonly string[], subject: string, twin: string): WarningRow => ({
    ids,
    subject: browse(subject),
    twin: browse(twin),
  })
  return [
    seen(['seed-phrase-form'], 'godwit-vault', 'dunlin-vault'),
    seen(['dangerous-wallet-request'], 'lantern-airdrop', 'lantern-checker'),
    seen(['blind-signature-request', 'unprompted-wallet-request'], 'smew-desk', 'snipe-desk'),
    seen(['fake-network-request'], 'ruff-network', 'reeve-network'),
    seen(
      [
        'recovery-phrase-sent',
        'password-sent-covertly',
        'password-sent-to-another-site',
        'hidden-clipboard-command',
        'copied-address-differs',
        'qr-code-address-differs',
        'spending-permission-request',
        'unannounced-payment-request',
        'impersonated-brand-logo',
        'drawn-browser-window',
      ],
      'pochard-desk',
      'tufted-desk',
    ),
    seen(['card-number-sent', 'device-code-phishing', 'recovery-phrase-given'], 'wigeon-desk', 'gadwall-desk'),
    seen(['dialog-flood'], 'gannet-alarm', 'puffin-cookies'),
    seen(['dialog-flood', 'incomplete-browsing'], 'skua-alarm', 'puffin-cookies'),
    seen(['unrequested-clipboard-write'], 'dunnock-notes', 'wheatear-notes'),
    seen(['unrequested-download'], 'garganey-files', 'shoveler-files'),
  ]
}
