import type { Address } from '@redoubt/risk/address.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { type Ask, found, LONG_MS, rows, type ValueTable, yes } from './valueTable.ts'

/** No transaction of the sandbox names it. */
const UNUSED = '0x9b1c5a0d3f2e4b6a7c8d9e0f1a2b3c4d5e6f7a8b'

/** Values of a wallet's scan, verification and approvals. */
export function walletValues({
  chain,
  actors,
  safe,
  dex,
  seaport,
  listed,
  honest,
  permit2,
}: SandboxWorld): ValueTable[] {
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
