import type { Address } from '@redoubt/risk/address.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { type Ask, found, LONG_MS, rows, type ValueTable, yes } from './valueTable.ts'

/** Values of a contract scan. */
export function contractScanValues({
  chain,
  tokens,
  traps,
  listings,
  proxies,
  dex,
  honest,
  listed,
}: SandboxWorld): ValueTable[] {
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
        ...found('warnings[].id', contract('bridge', listed.bridge), alder, ['well-known-contract']),
        ...found(
          'warnings[].id',
          contract('malicious delegate', traps.maliciousDelegate),
          contract('delegate', honest.delegate),
          ['foreign-token-rescue'],
        ),
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
