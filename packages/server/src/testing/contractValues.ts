import type { Address } from '@redoubt/risk/address.ts'
import { allScenarios } from '../sandbox/scenarios.ts'
import { allSites } from '../sandbox/sites/allSites.ts'
import { factSites } from '../sandbox/sites/factSites.ts'
import type { SandboxWorld } from '../sandbox/world.ts'

/** A request to the service, and the name of its subject in the sandbox. `body`: it is posted. */
export type Ask = { name: string; path: string; body?: object }

/** One value that the contract names: a subject whose answer holds it, and the honest twin whose answer does not. */
export type ValueRow = {
  /** Where in `data` the value is; `[]` after a list. */
  member: string
  value: string | boolean
  means: string
  subject: Ask
  twin: Ask
}

export type ValueTable = { title: string; rows: ValueRow[] }

const LONG_MS = 25_000
/** No transaction of the sandbox names it. */
const UNUSED = '0x9b1c5a0d3f2e4b6a7c8d9e0f1a2b3c4d5e6f7a8b'

/** Every value of an answer to a scan that the contract names, on one network of the sandbox. */
export function contractValues(world: SandboxWorld): ValueTable[] {
  return [...siteTables(world), ...contractTables(world), ...walletTables(world), transactionTable(world)]
}

type Table = (member: string, of: Record<string, readonly [means: string, subject: Ask, twin: Ask]>) => ValueRow[]

const rows: Table = (member, of) =>
  Object.entries(of).map(([value, [means, subject, twin]]) => ({ member, value, means, subject, twin }))

const yes = (member: string, means: string, subject: Ask, twin: Ask): ValueRow => ({
  member,
  value: true,
  means,
  subject,
  twin,
})

/** Several findings of one subject. */
function found(member: string, subject: Ask, twin: Ask, ids: readonly string[]): ValueRow[] {
  return ids.map((value) => ({ member, value, means: 'see docs/detectors', subject, twin }))
}

function siteTables(world: SandboxWorld): ValueTable[] {
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

function contractTables({ chain, tokens, traps, listings, proxies, dex, honest, listed }: SandboxWorld): ValueTable[] {
  const contract = (name: string, address: Address): Ask => {
    const body = { address, chain, options: { deadlineMs: LONG_MS } }
    return { name: `${name} \`${address}\``, path: '/v1/scan/contract', body }
  }
  const alder = contract('token ALDER', listings.alder)
  const meadow = contract('token MEAD', tokens.honest)
  const goose = contract('honeypot GOOSE', traps.honeypot)
  const lantern = contract('token LNTRN, whose owner rules it', traps.ruggable)
  const minted = contract('token HARV with a hidden mint', traps.hiddenMint)
  const tithe = contract('token TITHE with a tax of 10 %', traps.highTax)
  const dai = contract('token DAI', tokens.dai)
  return [
    {
      title: '`threats` of a contract',
      rows: rows('threats', {
        honeypot: ['buyers cannot sell, as executed', goose, meadow],
        hidden_mint: ['mints by a function that is not called so', minted, lantern],
        blacklist_function: ['an account can stop a holder', lantern, alder],
        high_tax: ['10 % of a trade or more, now or after a switch', tithe, contract('token LEVY, 2 %', tokens.taxed)],
        rug_pull_risk: ['an account can take or devalue what holders have', lantern, alder],
        proxy_contract: ['an admin can replace the code', contract('token CMNS', proxies.upgradeable), alder],
        unverified: ['no verified source', lantern, meadow],
      }),
    },
    {
      title: '`recommendation` of a contract',
      rows: rows('recommendation', {
        SAFE: ['score 0-39', alder, goose],
        CAUTION: ['score 40-59', meadow, alder],
        AVOID: ['score 60-79', tithe, alder],
        BLOCK: ['score 80-100', goose, dai],
      }),
    },
    {
      title: 'Warnings of a contract',
      rows: [
        ...found('warnings[].id', goose, alder, [
          ...['honeypot-token', 'honeypot-for-existing-holders', 'creator-held-liquidity', 'low-liquidity'],
          ...['very-new-contract', 'unverified-source', 'address-whitelist'],
        ]),
        ...found('warnings[].id', lantern, alder, [
          ...['sell-kill-switch', 'holder-freeze', 'address-blacklist', 'mintable-supply'],
          ...['changeable-tax', 'concentrated-supply'],
        ]),
        ...found('warnings[].id', contract('token USDC', tokens.usdc), alder, ['transfer-kill-switch']),
        ...found('warnings[].id', minted, lantern, ['hidden-mint']),
        ...found('warnings[].id', tithe, contract('token LEVY, 2 %', tokens.taxed), ['buy-tax', 'sell-tax']),
        ...found('warnings[].id', contract('token LEVY, 2 %', tokens.taxed), alder, ['raisable-trading-tax']),
        ...found('warnings[].id', contract('token CMNS', proxies.upgradeable), alder, [
          ...['single-key-upgradeable-proxy', 'no-liquidity-pool'],
        ]),
        ...found('warnings[].id', contract('drainer', traps.drainer), contract('airdrop', honest.airdrop), [
          ...['approved-token-drainer', 'payments-not-withdrawable', 'drainer-kit-function-names'],
        ]),
        ...found('warnings[].id', contract('reported drainer', listed.drainer), contract('bridge', listed.bridge), [
          ...['flagged-contract', 'flagged-deployer', 'flagged-owner'],
        ]),
        ...found('warnings[].id', contract('counterfeit USDC', traps.counterfeit), contract('USDC', tokens.usdc), [
          'impersonated-token',
        ]),
        ...found('warnings[].id', contract('mixer', listed.mixer), contract('vault', honest.vault), ['mixer-contract']),
        ...found('warnings[].id', contract('bridge', listed.bridge), alder, [
          'foreign-token-rescue',
          'well-known-contract',
        ]),
        ...found('warnings[].id', alder, goose, ['locked-liquidity']),
        ...found('warnings[].id', contract('red pill', traps.redPill), contract('multisend', honest.multisend), [
          'tx-origin-use',
        ]),
      ],
    },
    {
      title: 'Booleans of a contract',
      rows: [
        yes('isHoneypot', 'execution showed a trap for buyers', goose, alder),
        yes('contractDetails.verified', 'its source is published', alder, goose),
        yes('tokenSecurity.isMintable', 'an account can mint', lantern, alder),
        yes('tokenSecurity.canBlacklist', 'an account can stop a holder', lantern, alder),
        yes('tokenSecurity.canPause', 'an account can stop all transfers', lantern, alder),
      ],
    },
    {
      title: '`riskLevel`',
      rows: rows('riskLevel', {
        safe: ['score 0-19', contract('the V2 router', dex.v2Router), goose],
        medium: ['score 40-59', meadow, alder],
        high: ['score 60-79', tithe, alder],
        critical: ['score 80-100', goose, alder],
      }),
    },
  ]
}

function walletTables({ chain, actors, safe, dex, seaport, listed, honest, permit2 }: SandboxWorld): ValueTable[] {
  const query = `?chain=${chain}&deadlineMs=${LONG_MS}`
  const on =
    (path: string) =>
    (name: string, address: Address): Ask => ({
      name: `${name} \`${address}\``,
      path: `/v1/${path}/${address}${query}`,
    })
  const [scan, verify] = [on('scan/wallet'), on('wallet/verify')]
  const approvals = (name: string, address: Address): Ask => ({
    name: `${name} \`${address}\``,
    path: `/v1/wallet/approvals/${address}?chain=${chain}`,
  })
  const trader = scan('trader', actors.trader)
  const router = scan('V2 router', dex.v2Router)
  const [known, unused] = [verify('trader', actors.trader), verify('unused address', UNUSED)]
  const fresh = verify('fresh wallet', actors.fresh)
  const careless = approvals('careless wallet', actors.careless)
  const own = approvals('trader', actors.trader)
  return [
    {
      title: '`labels` of a wallet',
      rows: [
        ...rows('labels', {
          exchange: ['a list names it', scan('venue', actors.venue), scan('issuer of USDC', actors.issuer)],
          defi_protocol: ['the data pack names it', router, scan('pool of MEAD', dex.pairs.honest)],
          whale: ['holds $1 m or more, spam excluded', scan('market maker', actors.marketMaker), trader],
          smart_money: [
            'realised $50,000 or more in ten sales of three tokens',
            scan('swing trader', actors.swingTrader),
            scan('chaser, as many sales at a loss', actors.chaser),
          ],
          mev_bot: [
            'sandwiched strangers’ trades, or paid builders from inside trades',
            scan('searcher', actors.searcher),
            scan('arbitrageur, as many trades in a block', actors.arbitrageur),
          ],
          hacker: ['a list accuses it', scan('hacker', actors.hacker), scan('bridge team', actors.bridgeTeam)],
          scammer: ['a list accuses it', scan('scammer', actors.scammer), scan('robbed wallet', actors.robbed)],
          mixer: ['a list or its own code says so', scan('mixer', listed.mixer), scan('vault', honest.vault)],
          bridge: [
            'a list or the data pack names it',
            scan('bridge', listed.bridge),
            scan('multisend', honest.multisend),
          ],
          multisig: ['its code is a Safe', scan('Safe of the trader', safe.account), trader],
          dao_treasury: ['a list names it', scan('treasury', safe.treasury), scan('Safe of the trader', safe.account)],
        }),
        ...rows('labels', {
          nft_marketplace: [
            'verification only: the data pack names it',
            verify('Seaport', seaport),
            verify('V2 router', dex.v2Router),
          ],
        }),
      ],
    },
    {
      title: '`relation` of an association',
      rows: rows('checks.associations[].relation', {
        funded_by: ['paid it first', known, unused],
        received_from: ['paid it', known, unused],
        sent_to: ['was paid by it', known, fresh],
        interacted: ['was called by it', known, fresh],
        deployed: ['was created by it', verify('operator of a drainer', actors.reportedOperator), known],
        approved: ['may spend its tokens', known, fresh],
        similar_to: [
          'it looks like this address',
          verify('poisoner', actors.poisoner),
          verify('friend', actors.friend),
        ],
      }),
    },
    {
      title: '`checks` of a verification',
      rows: [
        yes('checks.isContract', 'code of its own', verify('Permit2', permit2), known),
        yes('checks.hasCode', 'any code, a delegation included', verify('delegated account', actors.delegated), known),
        yes('checks.isEOA', 'a key moves it', known, verify('Permit2', permit2)),
        yes(
          'checks.isPoisoned',
          'planted in a history that knows an address like it',
          verify('poisoner', actors.poisoner),
          verify('friend', actors.friend),
        ),
      ],
    },
    {
      title: 'Warnings of a wallet',
      rows: [
        ...found('riskFactors[].id', scan('hacker', actors.hacker), scan('bridge team', actors.bridgeTeam), [
          ...['flagged-wallet', 'mixer-exposure'],
        ]),
        ...found('riskFactors[].id', scan('operator of a drainer', actors.reportedOperator), trader, [
          ...['deployer-of-flagged-contracts', 'funded-by-flagged-source', 'flagged-exposure'],
        ]),
        ...found('riskFactors[].id', scan('cash-out of a drainer', actors.drainerCashOut), trader, [
          'sanctions-exposure',
        ]),
        ...found('riskFactors[].id', scan('sanctioned wallet', actors.sanctioned), trader, ['sanctioned-wallet']),
        ...found('riskFactors[].id', scan('careless wallet', actors.careless), scan('artist', actors.artist), [
          ...['risky-approvals', 'approval-value-at-risk', 'dormant-wallet-reactivated'],
        ]),
        ...found('riskFactors[].id', scan('fresh wallet', actors.fresh), trader, ['new-wallet']),
        ...found('riskFactors[].id', trader, scan('friend', actors.friend), ['address-poisoning-in-history']),
        ...found('riskFactors[].id', scan('poisoner', actors.poisoner), scan('friend', actors.friend), [
          'lookalike-wallet',
        ]),
        ...found('riskFactors[].id', scan('delegated account', actors.delegated), trader, [
          'delegation-to-unknown-code',
        ]),
        ...found('riskFactors[].id', scan('mixer', listed.mixer), scan('vault', honest.vault), ['mixer-wallet']),
        ...found('riskFactors[].id', scan('Safe of the trader', safe.account), scan('treasury', safe.treasury), [
          'single-key-safe',
        ]),
        ...found('riskFactors[].id', scan('treasury', safe.treasury), trader, ['multisig-safe', 'known-service']),
        ...found('riskFactors[].id', scan('Permit2', permit2), trader, ['contract-address-as-wallet']),
        ...found('riskFactors[].id', scan('unused address', UNUSED), trader, ['unused-wallet']),
      ],
    },
    {
      title: '`severity` of a finding',
      rows: rows('riskFactors[].severity', {
        info: ['changes nothing, or lowers the score', router, trader],
        low: ['adds little', scan('fresh wallet', actors.fresh), scan('friend', actors.friend)],
        medium: ['score 40 or more', scan('careless wallet', actors.careless), trader],
        high: ['score 60 or more', scan('cash-out of a drainer', actors.drainerCashOut), trader],
        critical: ['score 80 or more', scan('poisoner', actors.poisoner), scan('friend', actors.friend)],
      }),
    },
    {
      title: 'Approvals of a wallet',
      rows: [
        ...rows('approvals[].allowance', {
          unlimited: ['the whole balance, now and later', own, approvals('robbed wallet', actors.robbed)],
        }),
        ...rows('approvals[].reasons[].id', {
          'unlimited-to-unknown-contract': ['unlimited, to an unknown contract: critical', careless, own],
          'unverified-spender': ['to a contract without verified source: high', careless, own],
          'recently-deployed-spender': ['to a contract deployed recently: high', careless, own],
          'old-unused': ['old and not used: medium', own, careless],
          'unlimited-to-protocol': ['unlimited, to a known protocol: low', own, careless],
        }),
      ],
    },
  ]
}

function transactionTable(world: SandboxWorld): ValueTable {
  const scenarios = allScenarios(world)
  const named = (id: string): Ask => {
    const found = scenarios.find((one) => one.id === id)
    if (found === undefined) throw new Error(`no scenario of the sandbox is called ${id}`)
    return { name: `scenario ${id}`, path: '/v1/scan/transaction', body: found.body }
  }
  const plain = named('plain-transfer')
  const approval = named('bounded-approval-to-router')
  return {
    title: 'Transactions',
    rows: [
      ...rows('recommendation', {
        PROCEED: ['score 0-39', plain, named('honeypot-sale')],
        REVIEW: ['score 40-59', named('reverting-call'), plain],
        CAUTION: ['score 60-79', named('token-to-own-contract'), named('token-transfer')],
        BLOCK: ['score 80-100', named('honeypot-sale'), named('young-token-sale')],
      }),
      ...rows('simulation.approvalChanges[].standard', {
        erc20: ['allowance of a token', approval, named('nft-transfer')],
        erc721: ['operator of a collection', named('operator-approval-to-eoa'), approval],
        erc1155: ['operator of items', named('item-operator-approval'), approval],
        permit2: ['allowance in Permit2', named('permit2-approval'), approval],
      }),
      ...scenarios.flatMap(({ id, expect: { findings } }) =>
        findings.map(
          (finding): ValueRow => ({
            member: 'warnings[].id',
            value: finding,
            means: 'see docs/detectors',
            subject: named(id),
            twin: TWINS[finding] === undefined ? plain : named(TWINS[finding]),
          }),
        ),
      ),
    ],
  }
}

/** Honest scenarios that do what the accused one does; others are told from a plain transfer. */
const TWINS: Readonly<Record<string, string>> = {
  'unlimited-approval-to-unknown-contract': 'permit2-approval',
  'limited-approval-to-unknown-contract': 'bounded-approval-to-router',
  'approval-to-eoa': 'bounded-approval-to-router',
  'approval-to-drainer': 'taxed-token-sale-approval',
  'approval-to-dangerous-contract': 'bounded-approval-to-router',
  'approval-to-open-executor': 'bounded-approval-to-router',
  'approval-to-token-contract': 'bounded-approval-to-router',
  'operator-approval-to-eoa': 'nft-transfer',
  'asset-drain-through-approvals': 'airdrop-claim',
  'fake-claim-function': 'airdrop-claim',
  'call-to-dangerous-contract': 'airdrop-claim',
  'honeypot-token-sale': 'young-token-sale',
  'payment-without-return': 'airdrop-claim',
  'whole-balance-transfer': 'token-transfer',
  'lookalike-recipient': 'token-transfer',
  'flagged-recipient': 'payment-to-exchange',
  'flagged-counterparty': 'bridge-deposit',
  'tokens-sent-to-token-contract': 'token-transfer',
  'trade-proceeds-to-another-address': 'v3-swap',
  'safe-delegatecall': 'safe-payment',
  'safe-configuration-change': 'safe-payment',
  'mixer-counterparty': 'bridge-deposit',
  'reverting-transaction': 'swap',
  'front-runnable-outcome': 'airdrop-claim',
}

/** Values at a member of an answer; `[]` opens a list. */
export function valuesAt(data: unknown, member: string): unknown[] {
  return member.split('.').reduce<unknown[]>(
    (found, part) => {
      const name = part.replace(/\[\]$/, '')
      return found.flatMap((one) => {
        const value = (one as Record<string, unknown> | null)?.[name]
        return Array.isArray(value) ? value : value === undefined ? [] : [value]
      })
    },
    [data],
  )
}
