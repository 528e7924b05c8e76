import { allSites } from '../../sandbox/sites/allSites.ts'
import { factSites } from '../../sandbox/sites/factSites.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { type Ask, found, LONG_MS, rows, type ValueTable } from './valueTable.ts'

/** Values of a URL scan. */
export function siteValues(world: SandboxWorld): ValueTable[] {
  const sites = new Map([...allSites(world), ...factSites()].map((site) => [site.name, site.url]))
  const site = (name: string, url = sites.get(name)): Ask => {
    if (url === undefined) throw new Error(`no site of the sandbox is called ${name}`)
    return { name: `site ${name}`, path: '/v1/scan/url', body: { url, options: { deadlineMs: LONG_MS } } }
  }
  const plain = site('wren-books over plain http', 'http://wren-books.test/')
  const old = site('wren-books')
  return [
    {
      title: '`threats` of a URL',
      rows: rows('threats', {
        phishing: ['takes secrets: phrases, keys, passwords', site('seed-phrase-form'), site('wallet-import')],
        malware: ['makes the visitor run a program', site('clickfix-command-lure'), site('upgrading-shop')],
        scam: ['takes assets through the wallet', site('airdrop-drainer'), site('airdrop-checker')],
        suspicious: ['another finding of medium severity or worse', site('cloaked-page'), site('phishing-guide')],
        new_domain: ['registered less than 30 days ago', site('heron-pottery'), old],
        typosquat: ['a name like a brand’s', site('exchange-login'), site('own-exchange-login')],
        invalid_ssl: ['a certificate that browsers refuse', site('curlew-tools'), site('linnet-maps')],
      }),
    },
    {
      title: '`details.sslStatus` of a URL',
      rows: rows('details.sslStatus', {
        valid: ['in force, for this name, of a known authority', old, site('curlew-tools')],
        expired: ['was in force', site('curlew-tools'), old],
        not_yet_valid: ['will be in force', site('godwit-tools'), old],
        self_signed: ['signed by its own key', site('dipper-tools'), old],
        untrusted: ['of an unknown authority', site('grebe-tools'), old],
        hostname_mismatch: ['for another name', site('pipit-tools'), old],
        none: ['the URL is plain http', plain, old],
        unreachable: ['nothing speaks TLS there', site('avocet-tools'), old],
      }),
    },
    {
      title: 'Warnings of a URL',
      rows: [
        ...found('warnings[].id', site('seed-phrase-form'), site('password-manager'), [
          ...['seed-phrase-form', 'brand-lookalike', 'phishing-like-domain-name'],
        ]),
        ...found('warnings[].id', site('exchange-login'), site('own-exchange-login'), [
          ...['credential-phishing-form', 'brand-impersonation', 'offsite-form-post'],
        ]),
        ...found('warnings[].id', site('airdrop-drainer'), site('airdrop-checker'), [
          ...['drainer-kit', 'drainer-code-behind-lure', 'exfiltration-channel', 'approval-request-for-airdrop'],
          'obfuscated-script',
        ]),
        ...found('warnings[].id', site('permit-signer'), site('exchange-front-end'), [
          ...['anti-debugging-script', 'scam-lure-phrases'],
        ]),
        ...found('warnings[].id', site('clipboard-rewriter'), site('password-manager'), ['clipboard-hijacking']),
        ...found('warnings[].id', site('hidden-frame-clone'), site('payment-frames'), ['hotlinked-brand-assets']),
        ...found('warnings[].id', site('cloaked-page'), site('minified-app'), ['cloaked-page']),
        ...found('warnings[].id', site('redirect-chain'), site('upgrading-shop'), [
          ...['private-key-form', 'script-redirect', 'offsite-redirect'],
        ]),
        ...found('warnings[].id', site('clickfix-command-lure'), site('phishing-guide'), ['clickfix-command-lure']),
        ...found('warnings[].id', site('siskin-maps'), site('linnet-maps'), [
          ...['new-domain', 'recently-issued-certificate'],
        ]),
        ...found('warnings[].id', site('curlew-tools'), site('linnet-maps'), ['invalid-certificate']),
        ...found('warnings[].id', site('avocet-tools'), old, ['unreachable-site']),
        ...found('warnings[].id', plain, old, ['plain-http']),
      ],
    },
    {
      title: '`recommendation` of a URL',
      rows: rows('recommendation', {
        PROCEED: ['score 0-39', old, site('seed-phrase-form')],
        CAUTION: ['score 40-59', site('heron-pottery'), old],
        AVOID: ['score 60-79', site('clipboard-rewriter'), old],
        BLOCK: ['score 80-100', site('seed-phrase-form'), site('wallet-import')],
      }),
    },
  ]
}
