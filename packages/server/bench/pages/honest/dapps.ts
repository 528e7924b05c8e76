import { coins, orderOf, pictureOf } from '../../../src/testing/sandboxMessages.ts'
import { typedDataOf } from '../../../src/testing/typedData.ts'
import { type PageClass, type PageDesign, pick, sends, signs, VISITOR } from '../pageDesign.ts'
import type { PageWorld } from '../pageWorld.ts'

const DAY = 86_400
const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** A front end of an unknown but honest project. */
const app = (
  id: string,
  about: (variant: number) => readonly [title: string, content: string, label: string],
  code: (world: PageWorld, variant: number) => string,
): PageClass => ({
  id,
  hostile: false,
  design: (variant, world): PageDesign => {
    const [title, content, label] = about(variant)
    return { title, content, buttons: [{ label, code: code(world, variant) }] }
  },
})

/** JavaScript: approves `amount` of a token where the allowance does not suffice, and goes on. */
const withAllowance = (world: PageWorld, token: string, spender: string, amount: bigint, then: string) =>
  `const left = BigInt(await wallet('eth_call', [{ to: '${token}', data: '0xdd62ed3e' + account.slice(2).padStart(64, '0') + '${spender.slice(2).toLowerCase().padStart(64, '0')}' }, 'latest']))
  if (left < ${amount}n) { ${sends(token, world.call('StableToken', 'approve', [spender, amount]))} }
  ${then}`

const swapText = (variant: number) =>
  [
    pick(['Alder Swap', 'Trade', 'Tausch', 'Intercambio'], variant),
    `<h1>${pick(['Swap', 'Trade tokens', 'Token tauschen', 'Cambiar tokens'], variant)}</h1><label>You pay <input inputmode="decimal" value="0.05"></label><label>You receive <input readonly value="174.2"></label><p>${pick(['Minimum received 172.4. Fee 0.3 %.', 'Route: one pool. Price impact below 0.01 %.', 'Gebühr 0,3 %, Preis garantiert bis zum Absenden.', 'Comisión del 0,3 %.'], variant)}</p>`,
    pick(['Swap', 'Trade', 'Tauschen', 'Cambiar'], variant),
  ] as const

export const DAPPS: readonly PageClass[] = [
  app('swap-coins', swapText, (world) =>
    sends(
      world.dex.v2Router,
      world.call('V2Router', 'swapExactETHForTokens', [
        150n * 10n ** 6n,
        [world.tokens.wrapped, world.tokens.usdc],
        VISITOR,
        4_294_967_295n,
      ]),
      5n * 10n ** 16n,
    ),
  ),
  app('swap-tokens', swapText, (world, variant) => {
    const token = variant % 2 === 0 ? world.tokens.usdc : world.tokens.dai
    const amount = 120n * 10n ** (variant % 2 === 0 ? 6n : 18n)
    const swap = world.call('V2Router', 'swapExactTokensForETH', [
      amount,
      3n * 10n ** 16n,
      [token, world.tokens.wrapped],
      VISITOR,
      4_294_967_295n,
    ])
    return withAllowance(world, token, world.dex.v2Router, amount, sends(world.dex.v2Router, swap))
  }),
  app(
    'mint',
    (variant) => [
      pick(['Quiet Herons', 'Paper boats', 'Nocturnes', 'Marea'], variant),
      `<h1>${pick(['Quiet Herons', 'Paper boats', 'Nocturnes', 'Marea'], variant)}</h1><p>${pick(['5,000 drawings. 0.01 ETH each.', 'A picture for each day of a year at sea.', 'Mint 0.01 ETH. Secondary sales pay the artist 5 %.', 'Cinco mil olas. 0,01 ETH cada una.'], variant)}</p>`,
      pick(['Mint', 'Mint one', 'Mint now', 'Acuñar'], variant),
    ],
    (world) => sends(world.projects.drop, world.call('NftDrop', 'mint', [1n]), 10n ** 16n),
  ),
  app(
    'stake-coins',
    (variant) => [
      pick(['Stake', 'Tideline staking', 'Validator desk', 'Staking'], variant),
      `<h1>${pick(['Stake ETH', 'Staking', 'Stake with us', 'Haz staking'], variant)}</h1><p>${pick(['Withdraw at any time. No fee.', 'Rewards about 3 % a year; no lock.', 'Open contract, audited in May.', 'Sin bloqueo. Retira cuando quieras.'], variant)}</p><input inputmode="decimal" value="0.1">`,
      pick(['Stake', 'Stake 0.1 ETH', 'Deposit', 'Depositar'], variant),
    ],
    (world) => sends(world.projects.desk, world.call('DepositDesk', 'stake'), 10n ** 17n),
  ),
  app(
    'vault-deposit',
    (variant) => [
      pick(['Savings', 'Sill vaults', 'Earn', 'Tresor'], variant),
      `<h1>${pick(['Savings vault', 'USDC vault', 'Earn on dollars', 'Tresor'], variant)}</h1><p>${pick(['ERC-4626. Redeem any time.', 'Interest of the last month: 0.4 %.', 'Shares are yours; leave when you want.', 'Jederzeit einlösbar.'], variant)}</p>`,
      pick(['Deposit', 'Deposit 200', 'Earn', 'Einzahlen'], variant),
    ],
    (world, variant) => {
      const [vault, token, amount] =
        variant % 2 === 0
          ? ([world.honest.vault, world.tokens.usdc, 200n * 10n ** 6n] as const)
          : ([world.projects.receipts, world.tokens.dai, 200n * 10n ** 18n] as const)
      return withAllowance(
        world,
        token,
        vault,
        amount,
        sends(vault, world.call('Vault4626', 'deposit', [amount, VISITOR])),
      )
    },
  ),
  app(
    'bridge',
    (variant) => [
      pick(['Causeway', 'Bridge', 'Brücke', 'Puente'], variant),
      `<h1>${pick(['Bridge to the other side', 'Move ETH', 'Brücke', 'Puente'], variant)}</h1><p>${pick(['Arrives in about three minutes.', 'From Ethereum to the rollup. Fee: gas only.', 'Dauert etwa drei Minuten.', 'Llega en tres minutos.'], variant)}</p>`,
      pick(['Bridge', 'Transfer', 'Senden', 'Enviar'], variant),
    ],
    // A bridge that one key can empty is `swept-bridge`.
    (world, variant) =>
      variant % 2 === 0
        ? sends(world.projects.quorumBridge, world.call('QuorumBridge', 'sendCoins', [10n, VISITOR]), 5n * 10n ** 16n)
        : sends(
            world.projects.portal,
            world.call('RollupPortal', 'depositTransaction', [VISITOR, 5n * 10n ** 16n, 200_000n, false, '0x']),
            5n * 10n ** 16n,
          ),
  ),
  app(
    'batch-deposit',
    (variant) => [
      pick(['One-click earn', 'Earn', 'Batch', 'Sparen'], variant),
      `<h1>${pick(['Approve and deposit in one step', 'Earn in one step', 'Deposit', 'In einem Schritt'], variant)}</h1><p>Your wallet groups both calls (EIP-5792).</p>`,
      pick(['Deposit', 'Start earning', 'Confirm', 'Einzahlen'], variant),
    ],
    (world) => {
      const amount = 100n * 10n ** 6n
      const calls = [
        {
          to: world.tokens.usdc,
          value: '0x0',
          data: world.call('StableToken', 'approve', [world.honest.vault, amount]),
        },
        { to: world.honest.vault, value: '0x0', data: world.call('Vault4626', 'deposit', [amount, VISITOR]) },
      ]
      return `await wallet('wallet_sendCalls', JSON.parse(fill(${JSON.stringify(JSON.stringify([{ version: '2.0.0', chainId: '0x1', from: VISITOR, atomicRequired: true, calls }]))})))`
    },
  ),
  app(
    'claim',
    (variant) => [
      pick(['Lantern claim', 'Community claim', 'Claim', 'Reclamo'], variant),
      `<h1>${pick(['Claim your tokens', 'Community distribution', 'Early users', 'Distribución'], variant)}</h1><p>250 tokens for each early user. You pay gas and nothing else.</p>`,
      pick(['Claim', 'Claim tokens', 'Receive', 'Reclamar'], variant),
    ],
    (world) => sends(world.honest.airdrop, world.call('AirdropClaim', 'claim')),
  ),
  app(
    'vote',
    (variant) => [
      pick(['Council', 'Governance', 'Snapshot room', 'Asamblea'], variant),
      `<h1>${pick(['Proposal 41', 'Vote', 'Proposal: fund the reading room', 'Propuesta 12'], variant)}</h1><p>${pick(['Shall the council fund translations for a year?', 'Raise the quorum to 8 %.', 'Pay 12,000 from the treasury.', 'Subir el quórum.'], variant)}</p>`,
      pick(['Vote yes', 'For', 'Vote', 'A favor'], variant),
    ],
    (_, variant) =>
      signs(
        typedDataOf(
          'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,string reason,string app,string metadata)',
          { name: 'snapshot', version: '0.1.4' },
          {
            from: VISITOR,
            space: 'council.eth',
            timestamp: 1_795_900_000 + variant,
            proposal: `0x${word(BigInt(variant + 7))}`,
            choice: 1,
            reason: '',
            app: 'snapshot',
            metadata: '{}',
          },
        ),
      ),
  ),
  app(
    'sign-in',
    (variant) => [
      pick(['Guild hall', 'Forum', 'Course', 'Club'], variant),
      `<h1>${pick(['Members', 'Forum', 'Your courses', 'Club'], variant)}</h1><p>Sign in with your wallet. It costs nothing.</p>`,
      pick(['Sign in with Ethereum', 'Sign in', 'Log in', 'Entrar'], variant),
    ],
    () => `const text = location.host + ' wants you to sign in with your Ethereum account:\\n' + account + '\\n\\nSign in to the site.\\n\\nURI: ' + location.origin + '\\nVersion: 1\\nChain ID: 1\\nNonce: k3mQ9x0PaT\\nIssued At: 2026-11-28T08:00:00Z'
await wallet('personal_sign', ['0x' + [...new TextEncoder().encode(text)].map((one) => one.toString(16).padStart(2, '0')).join(''), account])`,
  ),
  app('permit2-swap', swapText, (world, variant) =>
    signs(
      typedDataOf(
        'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
        { name: 'Permit2', chainId: 1, verifyingContract: world.permit2 },
        {
          details: {
            token: world.tokens.dai,
            amount: String(50n * 10n ** 18n),
            expiration: world.headTimestamp + 60 * DAY + variant,
            nonce: 0,
          },
          spender: world.dex.v3Router,
          sigDeadline: world.headTimestamp + 40 * DAY,
        },
      ),
    ),
  ),
  app(
    'list-for-sale',
    (variant) => [
      pick(['Market', 'Gallery', 'Bazaar', 'Mercado'], variant),
      `<h1>${pick(['List your item', 'Sell', 'New listing', 'Vender'], variant)}</h1><p>Price <input value="0.4"> ETH. Fee 2.5 %.</p>`,
      pick(['List', 'Sell', 'Create listing', 'Vender'], variant),
    ],
    (world) => {
      const price = 4n * 10n ** 17n
      const order = orderOf(world, { offer: [pictureOf(world, 1n)], consideration: [coins(price)] })
      return signs(
        JSON.parse(
          JSON.stringify(order, (_, one) => (typeof one === 'bigint' ? String(one) : one)).replaceAll(
            world.actors.trader,
            VISITOR,
          ),
        ),
      )
    },
  ),
  app(
    'add-network',
    (variant) => [
      pick(['Gnosis start', 'Docs: networks', 'Add a network', 'Redes'], variant),
      `<h1>${pick(['Set up your wallet', 'Networks', 'Add Gnosis', 'Redes'], variant)}</h1><p>Chain ID 100, currency xDAI.</p>`,
      pick(['Add network', 'Add to wallet', 'Add Gnosis', 'Añadir'], variant),
    ],
    () =>
      `await wallet('wallet_addEthereumChain', [{ chainId: '0x64', chainName: 'Gnosis', nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 }, rpcUrls: ['https://rpc.gnosischain.com'], blockExplorerUrls: ['https://gnosisscan.io'] }])`,
  ),
  app(
    'revoke',
    (variant) => [
      pick(['Allowance check', 'Revoke', 'Approvals', 'Permisos'], variant),
      `<h1>${pick(['Your approvals', 'Revoke', 'Approvals', 'Permisos'], variant)}</h1><p>An allowance lets a contract spend your tokens. Take back what you do not need.</p>`,
      pick(['Revoke', 'Revoke allowance', 'Set to 0', 'Revocar'], variant),
    ],
    (world) => sends(world.tokens.usdc, world.call('StableToken', 'approve', [world.dex.v3Router, 0n])),
  ),
  app(
    'pay-with-wallet',
    (variant) => [
      pick(['Walnut lamps', 'Ticket 0412', 'Bookshop', 'Taller'], variant),
      `<h1>Checkout</h1><p>${pick(['One desk lamp', 'Two seats, row 4', 'Three paperbacks', 'Una silla'], variant)}: 0.01 ETH. Delivered in three days. Returns for a month.</p><a href="/terms">Terms</a> <a href="/contact">Contact</a>`,
      pick(['Pay with wallet', 'Pay 0.01 ETH', 'Pay', 'Pagar'], variant),
    ],
    (world) => sends(world.merchant, '0x', 10n ** 16n),
  ),
  app(
    'wrap',
    (variant) => [
      pick(['Wrap', 'Auction house', 'WETH', 'Envolver'], variant),
      `<h1>${pick(['Wrap ETH', 'Bids are in WETH', 'Wrap and unwrap', 'WETH'], variant)}</h1><p>One wrapped coin is one coin.</p>`,
      pick(['Wrap', 'Wrap 0.02', 'Deposit', 'Envolver'], variant),
    ],
    (world) => sends(world.tokens.wrapped, '0xd0e30db0', 2n * 10n ** 16n),
  ),
]
