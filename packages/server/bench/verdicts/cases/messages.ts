import { parseEther } from 'viem/utils'
import { typedDataOf } from '../../../src/testing/typedData.ts'
import { message } from '../cases.ts'
import type { Stage } from '../stage.ts'
import { dai, dollars, erc20, STRANGER } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

const WITHDRAW = 'Withdraw(address account,address to,uint256 amount,uint256 nonce)'
const ORDER = 'Order(address maker,address sell,address buy,uint256 sellAmount,uint256 buyAmount,uint256 salt)'
const FORWARD_REQUEST = 'ForwardRequest(address from,address to,bytes data,uint256 nonce)'
const ASK = 'Ask(address seller,address nft,uint256 id,address token,uint256 price,uint256 salt)'

const vaultDomain = (stage: Stage) => ({
  name: 'SigVault',
  version: '1',
  chainId: 1,
  verifyingContract: stage.at('F01'),
})
const settlementDomain = (stage: Stage) => ({ name: 'Settle', chainId: 1, verifyingContract: stage.at('C35h') })
const forwarderDomain = (stage: Stage) => ({ name: 'Forwarder', chainId: 1, verifyingContract: stage.at('C34f') })

const fillSignatureVault = async (stage: Stage) => {
  if (stage.has('F01')) return
  await stage.deploy('F01', 'SigVault')
  for (const user of [stage.trader, stage.users[0]])
    await stage.call(user, 'F01', 'SigVault', 'deposit', [], parseEther('2'))
}
const approveSettlement = (stage: Stage) =>
  stage.approve(stage.trader, stage.tokens.usdc, stage.at('C35h'), dollars(3000))
const askOf = (stage: Stage, price: bigint) =>
  typedDataOf(
    ASK,
    { name: 'Bazaar', chainId: 1, verifyingContract: stage.at('C32h') },
    {
      seller: stage.trader,
      nft: stage.world.nfts.collectible,
      id: '3',
      token: stage.tokens.usdc,
      price: String(price),
      salt: '1',
    },
  )

/** Typed data of contracts that only this bench has. */
export const MESSAGES: readonly VerdictCase[] = [
  message('F01x', 'Withdraw of 2 ETH of a vault to a stranger, typed data of an unknown kind', {
    prepare: fillSignatureVault,
    reviewAccepted: 'with an unknown fact',
    body: (stage) => ({
      typedData: typedDataOf(WITHDRAW, vaultDomain(stage), {
        account: stage.trader,
        to: STRANGER,
        amount: String(parseEther('2')),
        nonce: '0',
      }),
    }),
  }),
  message('F01h', 'Withdraw of 2 ETH of a vault to the signer', {
    prepare: fillSignatureVault,
    body: (stage) => ({
      typedData: typedDataOf(WITHDRAW, vaultDomain(stage), {
        account: stage.trader,
        to: stage.trader,
        amount: String(parseEther('2')),
        nonce: '0',
      }),
    }),
  }),
  message('F02x', 'session key with a limit of 2 ETH for a stranger', {
    prepare: fillSignatureVault,
    reviewAccepted: 'with an unknown fact',
    body: (stage) => ({
      typedData: typedDataOf(
        'OpenSession(address account,address key,uint256 limit,uint256 nonce)',
        vaultDomain(stage),
        { account: stage.trader, key: STRANGER, limit: String(parseEther('2')), nonce: '0' },
      ),
    }),
  }),
  message('F02h', 'agent key that may only put likes', {
    prepare: fillSignatureVault,
    body: (stage) => ({
      typedData: typedDataOf('ApproveAgent(address account,address agent,uint256 nonce)', vaultDomain(stage), {
        account: stage.trader,
        agent: STRANGER,
        nonce: '0',
      }),
    }),
  }),
  {
    id: 'F05x',
    what: 'order of an unknown settlement: 3,000 USDC for 1 wei of DAI; the allowance stands',
    scan: 'message',
    beforeScan: approveSettlement,
    body: (stage) => ({
      address: stage.trader,
      typedData: typedDataOf(ORDER, settlementDomain(stage), {
        maker: stage.trader,
        sell: stage.tokens.usdc,
        buy: stage.tokens.dai,
        sellAmount: String(dollars(3000)),
        buyAmount: '1',
        salt: '5',
      }),
    }),
    reviewAccepted: 'with an unknown fact',
  },
  message('F05h', 'order of an unknown settlement at a fair price', {
    body: (stage) => ({
      typedData: typedDataOf(ORDER, settlementDomain(stage), {
        maker: stage.trader,
        sell: stage.tokens.usdc,
        buy: stage.tokens.dai,
        sellAmount: String(dollars(3000)),
        buyAmount: String(dai(2990)),
        salt: '5',
      }),
    }),
  }),
  {
    id: 'F09x',
    what: 'ForwardRequest that withdraws 1,500 USDC of a vault to a stranger',
    scan: 'message',
    reviewAccepted: 'with an unknown fact',
    prepare: async (stage) => {
      await stage.approve(stage.trader, stage.tokens.usdc, stage.at('C34h'), dollars(1500))
      await stage.call(stage.trader, 'C34h', 'MetaVault', 'deposit', [dollars(1500)])
    },
    body: (stage) => ({
      address: stage.trader,
      typedData: typedDataOf(FORWARD_REQUEST, forwarderDomain(stage), {
        from: stage.trader,
        to: stage.at('C34h'),
        data: stage.encode('MetaVault', 'withdraw', [dollars(1500), STRANGER]),
        nonce: '0',
      }),
    }),
  },
  message('F09h', 'ForwardRequest that casts a vote', {
    body: (stage) => ({
      typedData: typedDataOf(FORWARD_REQUEST, forwarderDomain(stage), {
        from: stage.trader,
        to: stage.at('C34h'),
        data: stage.encode('MetaVault', 'castVote', [4n]),
        nonce: '0',
      }),
    }),
  }),
  message('F18x', 'ask of an unknown market: item 3 for 1 unit of USDC; the market may move the item', {
    reviewAccepted: 'with an unknown fact',
    beforeScan: (stage) =>
      stage.send(stage.trader, stage.world.nfts.collectible, erc20('setApprovalForAll', [stage.at('C32h'), true])),
    body: (stage) => ({ typedData: askOf(stage, 1n) }),
  }),
  message('F18h', 'ask of an unknown market: item 3 for 3,000 USDC; the market may move the item', {
    body: (stage) => ({ typedData: askOf(stage, dollars(3000)) }),
  }),
  {
    id: 'F19x',
    what: 'Take of the signed hub: 2,000 USDC to a stranger; the allowance stands',
    scan: 'message',
    reviewAccepted: 'with an unknown fact',
    beforeScan: (stage) => stage.approve(stage.trader, stage.tokens.usdc, stage.at('C31h'), dollars(2000)),
    body: (stage) => ({
      address: stage.trader,
      typedData: typedDataOf(
        'Take(address token,uint256 amount,address spender,address to,uint256 nonce,uint256 deadline)',
        { name: 'AllowHub', chainId: 1, verifyingContract: stage.at('C31h') },
        {
          token: stage.tokens.usdc,
          amount: String(dollars(2000)),
          spender: STRANGER,
          to: STRANGER,
          nonce: '1',
          deadline: String(stage.scanTime + 86_400),
        },
      ),
    }),
  },
]
