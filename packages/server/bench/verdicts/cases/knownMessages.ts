import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi, parseEther } from 'viem/utils'
import {
  coins,
  orderOf,
  paymentOf,
  permitOf,
  pictureOf,
  safeTransactionOf,
  signInOf,
} from '../../../src/testing/sandboxMessages.ts'
import { typedDataOf } from '../../../src/testing/typedData.ts'
import { message } from '../cases.ts'
import type { Stage } from '../stage.ts'
import { account, dai, dollars, erc20, STRANGER } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

const PERMIT2_TRANSFER =
  'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)'

const permit2Transfer = (stage: Stage, spender: Address, amount: bigint) =>
  typedDataOf(
    PERMIT2_TRANSFER,
    { name: 'Permit2', chainId: 1, verifyingContract: stage.world.permit2 },
    {
      permitted: { token: stage.tokens.dai, amount: String(amount) },
      spender,
      nonce: '77',
      deadline: String(stage.scanTime + 86_400),
    },
  )
/** A permit that ends tomorrow. */
const shortPermit = (stage: Stage, spender: Address, amount: bigint) => {
  const permit = permitOf(stage.world, spender, amount)
  return { ...permit, message: { ...permit.message, deadline: String(stage.scanTime + 86_400) } }
}
const live = (stage: Stage) => ({ startTime: stage.startTime, endTime: stage.scanTime + 7 * 86_400 })
const nonceOf = async (stage: Stage) => Number(await stage.readData(stage.world.safe.account, '0xaffed0e0'))

/** Messages of well-known kinds. */
export const KNOWN_MESSAGES: readonly VerdictCase[] = [
  message('F03x', 'permit of 2,000 USDC to the role puller', {
    body: (stage) => ({ typedData: shortPermit(stage, stage.at('C01x'), dollars(2000)) }),
  }),
  message('F03h', 'permit of 2,000 USDC to the honest router', {
    body: (stage) => ({ typedData: shortPermit(stage, stage.at('C30h'), dollars(2000)) }),
  }),
  message('F04x', 'Seaport: picture for 1 wei', {
    prepare: async (stage) => {
      await stage.send(
        stage.trader,
        stage.world.nfts.collectible,
        erc20('setApprovalForAll', [stage.world.seaport, true]),
      )
      await stage.approve(stage.trader, stage.tokens.usdc, stage.world.seaport, dollars(3500))
    },
    body: (stage) => ({
      typedData: orderOf(stage.world, {
        offer: [pictureOf(stage.world, 1n)],
        consideration: [coins(1n)],
        ...live(stage),
      }),
    }),
  }),
  message('F04y', 'Seaport: 3,000 USDC offered for an item of a new collection', {
    prepare: async (stage) => {
      await stage.deploy('F04n', 'Shop721')
      await stage.call(await stage.developer('F04n'), 'F04n', 'Shop721', 'buy', [1n], parseEther('0.05'))
    },
    reviewAccepted: 'always',
    body: async (stage) => ({
      typedData: orderOf(stage.world, {
        offer: [{ itemType: 1, token: stage.tokens.usdc, amount: dollars(3000) }],
        consideration: [{ itemType: 2, token: stage.at('F04n'), id: 1n, amount: 1n }],
        ...live(stage),
      }),
    }),
  }),
  message('F04h', 'Seaport: picture for 1 ETH', {
    body: (stage) => ({
      typedData: orderOf(stage.world, {
        offer: [pictureOf(stage.world, 1n)],
        consideration: [coins(parseEther('1'))],
        ...live(stage),
      }),
    }),
  }),
  message('F06x', 'Permit2 transfer of 5,000 DAI to an EOA spender', {
    body: (stage) => ({ typedData: permit2Transfer(stage, STRANGER, dai(5000)) }),
  }),
  message('F06h', 'Permit2 transfer of 500 DAI to the known V3 router', {
    body: (stage) => ({ typedData: permit2Transfer(stage, stage.world.dex.v3Router, dai(500)) }),
  }),
  message('F07x', 'EIP-3009 payment of all USDC to a stranger', {
    body: async (stage) => ({
      typedData: paymentOf(stage.world, STRANGER, await stage.balanceOf(stage.tokens.usdc, stage.trader)),
    }),
  }),
  message('F07h', 'EIP-3009 payment of 40 USDC to a new merchant', {
    body: (stage) => ({ typedData: paymentOf(stage.world, account('merchant'), dollars(40)) }),
  }),
  message('F08x', 'personal_sign of a raw 32-byte hash', {
    reviewAccepted: 'always',
    body: () => ({ message: `0x${'9c'.repeat(32)}`, method: 'personal_sign' }),
  }),
  message('F08h', 'personal_sign of plain terms', {
    body: () => ({ message: 'I accept the terms of Harbour, version 3 (2026).', method: 'personal_sign' }),
  }),
  message('F08i', 'sign-in on its own domain', {
    body: (stage) => ({ message: signInOf(stage.world, 'harbour.example'), origin: 'https://harbour.example/login' }),
  }),
  message('F10h', 'off-chain vote (Snapshot-like), no verifying contract', {
    body: () => ({
      typedData: typedDataOf(
        'Vote(string space,bytes32 proposal,uint32 choice,string reason)',
        { name: 'forum', version: '0.1.4' },
        { space: 'harbour.eth', proposal: `0x${'ab'.repeat(32)}`, choice: '1', reason: '' },
      ),
    }),
  }),
  message('F11x', 'Safe transaction: add a stranger as owner (threshold 1)', {
    body: async (stage) => ({
      typedData: safeTransactionOf(
        stage.world,
        {
          to: stage.world.safe.account,
          data: encodeFunctionData({
            abi: parseAbi(['function addOwnerWithThreshold(address,uint256)']),
            args: [STRANGER, 1n],
          }),
          operation: 0,
        },
        await nonceOf(stage),
      ),
    }),
  }),
  message('F11h', 'Safe transaction: 100 USDC to the friend', {
    body: async (stage) => ({
      typedData: safeTransactionOf(
        stage.world,
        { to: stage.tokens.usdc, data: erc20('transfer', [stage.world.actors.friend, dollars(100)]), operation: 0 },
        await nonceOf(stage),
      ),
    }),
  }),
  {
    id: 'F20x',
    what: 'permit of 2,000 USDC to a contract that runs any call',
    scan: 'message',
    body: (stage) => ({ address: stage.trader, typedData: shortPermit(stage, stage.at('C64x'), dollars(2000)) }),
  },
  {
    id: 'F20h',
    what: 'permit of 2,000 USDC to the hand of an honest router',
    scan: 'message',
    body: (stage) => ({ address: stage.trader, typedData: shortPermit(stage, stage.at('C18h'), dollars(2000)) }),
  },
  {
    id: 'F21h',
    what: 'Mail message of a forum with an address without code',
    scan: 'message',
    body: (stage) => ({
      address: stage.trader,
      typedData: typedDataOf(
        'Mail(string subject,string contents)',
        { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: account('no contract') },
        { subject: 'hello', contents: 'see you at noon' },
      ),
    }),
  },
]
