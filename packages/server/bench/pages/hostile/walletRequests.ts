import { numberToHex } from 'viem/utils'
import { UNLIMITED } from '../../../src/sandbox/history/calls.ts'
import { coins, orderOf, pictureOf } from '../../../src/testing/sandboxMessages.ts'
import { typedDataOf } from '../../../src/testing/typedData.ts'
import { type PageClass, type PageDesign, pick, sends, signs, VISITOR } from '../pageDesign.ts'
import type { PageWorld } from '../pageWorld.ts'

const FAR = '99999999999'

/** What the page says before it asks: half of them press, half say nothing of the sort. */
const STORIES: readonly [title: string, content: string, label: string][] = [
  [
    'Season rewards',
    '<h1>Season 2 rewards</h1><p>You are eligible for an allocation. Claims close within 24 hours.</p>',
    'Claim rewards',
  ],
  [
    'Portfolio sync',
    '<h1>Portfolio</h1><p>See all of your positions in one place. Link an account to begin.</p>',
    'Get started',
  ],
  [
    'Distribución',
    '<h1>Distribución de la comunidad</h1><p>Consulta cuánto te corresponde por tu participación de este año.</p>',
    'Continuar',
  ],
  [
    'Node membership',
    '<h1>Membership</h1><p>Members take part in the monthly round. One step is needed before the next one opens.</p>',
    'Join the round',
  ],
]

type Ask = (world: PageWorld, variant: number) => string

/** Asks for the same with one story after the other. */
function asks(id: string, ask: Ask): PageClass {
  return {
    id,
    hostile: true,
    design: (variant, world): PageDesign => {
      const [title, content, label] = pick(STORIES, variant)
      return { title, content, buttons: [{ label, code: ask(world, variant) }] }
    },
  }
}

const thiefOf = (world: PageWorld, variant: number) => (variant % 2 === 0 ? world.thief : world.traps.drainer)

const permit: Ask = (world, variant) =>
  signs(
    typedDataOf(
      'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
      { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: world.tokens.usdc },
      { owner: VISITOR, spender: thiefOf(world, variant), value: UNLIMITED, nonce: '0', deadline: FAR },
    ),
  )

const permit2: Ask = (world, variant) =>
  signs(
    typedDataOf(
      'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
      { name: 'Permit2', chainId: 1, verifyingContract: world.permit2 },
      {
        details: {
          token: world.tokens.usdc,
          amount: String(2n ** 160n - 1n),
          expiration: String(2n ** 48n - 1n),
          nonce: 0,
        },
        spender: thiefOf(world, variant),
        sigDeadline: FAR,
      },
    ),
  )

const sale: Ask = (world) => {
  const order = orderOf(world, { offer: [pictureOf(world, 1n)], consideration: [coins(1n)] })
  return signs(
    JSON.parse(
      JSON.stringify(order, (_, one) => (typeof one === 'bigint' ? String(one) : one)).replaceAll(
        world.actors.trader,
        VISITOR,
      ),
    ),
  )
}

const grant: Ask = (world, variant) => {
  const permission = {
    chainId: '0x1',
    address: VISITOR,
    expiry: 4_102_444_800,
    signer: { type: 'account', data: { address: world.thief } },
  }
  const token = {
    type: 'erc20-token-periodic',
    data: { tokenAddress: world.tokens.usdc, periodAmount: numberToHex(UNLIMITED), periodDuration: 86_400 },
  }
  const coin = {
    type: 'native-token-stream',
    data: { maxAmount: numberToHex(UNLIMITED), amountPerSecond: '0xde0b6b3a7640000', startTime: 1_700_000_000 },
  }
  const given = {
    ...permission,
    isAdjustmentAllowed: true,
    permission: variant % 2 === 0 ? token : coin,
    permissions: [variant % 2 === 0 ? token : coin],
  }
  return `await wallet('${variant % 2 === 0 ? 'wallet_requestExecutionPermissions' : 'wallet_grantPermissions'}', JSON.parse(fill(${JSON.stringify(JSON.stringify([given]))})))`
}

/** Drains by every method that a wallet offers. */
export const WALLET_REQUESTS: readonly PageClass[] = [
  asks('approve', (world, variant) =>
    sends(world.tokens.usdc, world.call('StableToken', 'approve', [thiefOf(world, variant), UNLIMITED])),
  ),
  asks('increase-allowance', (world, variant) =>
    sends(world.tokens.usdc, world.call('StableToken', 'increaseAllowance', [thiefOf(world, variant), 10n ** 13n])),
  ),
  asks('transfer', (world) =>
    sends(world.tokens.dai, world.call('PlainToken', 'transfer', [world.thief, 2_000n * 10n ** 18n])),
  ),
  asks('permit', permit),
  asks('permit2', permit2),
  asks('approval-for-all', (world, variant) =>
    sends(
      pick([world.nfts.collectible, world.nfts.items], variant),
      world.call('Collectible721', 'setApprovalForAll', [thiefOf(world, variant), true]),
    ),
  ),
  asks('order', sale),
  asks(
    'hash',
    (_, variant) =>
      `await wallet('eth_sign', [account, '0x${(variant + 11).toString(16).padStart(2, '0').repeat(32)}'])`,
  ),
  asks('coins', (world, variant) =>
    sends(
      variant % 2 === 0 ? world.traps.drainer : world.thief,
      variant % 2 === 0 ? '0x4e71d92d' : '0x',
      6n * 10n ** 17n,
    ),
  ),
  asks('batch', (world, variant) => {
    const calls = [world.tokens.usdc, world.tokens.dai].map((to) => ({
      to,
      value: '0x0',
      data: world.call('StableToken', 'approve', [thiefOf(world, variant), UNLIMITED]),
    }))
    return `await wallet('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', from: account, atomicRequired: true, calls: ${JSON.stringify(calls)} }])`
  }),
  asks('delegation', (world, variant) =>
    variant % 2 === 0
      ? `await wallet('eth_sendTransaction', [{ from: account, to: account, type: '0x4', data: '0x', value: '0x0', authorizationList: [{ chainId: '0x1', address: '${world.traps.maliciousDelegate}', nonce: '0x1' }] }])`
      : `await wallet('wallet_signAuthorization', [{ from: account, chainId: 1, contractAddress: '${world.traps.maliciousDelegate}', address: '${world.traps.maliciousDelegate}', nonce: 1 }])`,
  ),
  asks('permissions', grant),
  asks(
    'signed-transaction',
    (world, variant) =>
      `await wallet('eth_signTransaction', [{ from: account, to: '${world.tokens.usdc}', value: '0x0', data: '${world.call('StableToken', 'approve', [thiefOf(world, variant), UNLIMITED])}' }])`,
  ),
  asks(
    'fake-network',
    (_, variant) =>
      `await wallet('wallet_addEthereumChain', [{ chainId: '${pick(['0x1', '0x38', '0x89', '0x1'], variant)}', chainName: '${pick(['Ethereum', 'BNB Smart Chain', 'Polygon', 'Ethereum Mainnet'], variant)}', nativeCurrency: { name: 'Coin', symbol: 'ETH', decimals: 18 }, rpcUrls: ['https://{{rpc}}/v1'] }])`,
  ),
]
