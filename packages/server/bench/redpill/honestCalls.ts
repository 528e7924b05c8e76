import { parseEther } from 'viem/utils'
import { HEAD_TIMESTAMP } from '../../src/sandbox/profiles.ts'

/** A user's call of an honest contract. `value` in wei. */
export type HonestCall = { contract: string; call: string; args?: readonly unknown[]; value?: bigint }

const TWENTY_DOLLARS = 20_000_000n
const LATER = BigInt(HEAD_TIMESTAMP) + 86_400n
const ID = `0x${'17'.repeat(32)}`
const swap = (contract: string, call = 'swap(uint256)'): HonestCall => ({ contract, call, args: [TWENTY_DOLLARS] })
const pay = (contract: string, call: string, ether: string): HonestCall => ({
  contract,
  call,
  value: parseEther(ether),
})
const plain = (contract: string, call: string): HonestCall => ({ contract, call })

/** One ordinary use of each contract of tools/contracts/src/redpill/Honest.sol. */
export const HONEST_CALLS: readonly HonestCall[] = [
  { contract: 'DeadlineSwap', call: 'swap(uint256,uint256)', args: [TWENTY_DOLLARS, LATER] },
  pay('DutchAuction', 'buy()', '0.1'),
  pay('EnglishAuction', 'raise()', '0.2'),
  plain('RisingPrice', 'buy()'),
  plain('LinearVesting', 'release()'),
  plain('CliffVesting', 'release()'),
  swap('LockedSavings', 'deposit(uint256)'),
  swap('StakingRewards', 'stake(uint256)'),
  plain('StakingRewards', 'getReward()'),
  swap('BlockFarm', 'deposit(uint256)'),
  { contract: 'Timelock', call: 'queue(bytes32)', args: [ID] },
  { contract: 'Timelock', call: 'execute(bytes32)', args: [ID] },
  pay('RandomMint', 'mint()', '0.05'),
  pay('BlockhashMint', 'mint()', '0.05'),
  pay('RandomReward', 'open()', '0.01'),
  pay('CoinFlip', 'flip()', '0.03'),
  pay('Lottery', 'enter()', '0.02'),
  plain('Giveaway', 'open()'),
  plain('GasRefund', 'checkIn()'),
  plain('CappedRefund', 'poke()'),
  { contract: 'CoinbaseTip', call: 'swapPrivately(uint256)', args: [TWENTY_DOLLARS], value: parseEther('0.001') },
  pay('PercentTip', 'bundle()', '0.01'),
  pay('CappedLaunch', 'buy()', '0.1'),
  pay('FixedCapLaunch', 'buy()', '0.1'),
  swap('FeeCappedOrder', 'fill(uint256)'),
  swap('WaitsForCheapGas', 'fill(uint256)'),
  { contract: 'GasBoundLoop', call: 'work(uint256)', args: [12n] },
  { contract: 'GasGuard', call: 'relay(uint256)', args: [50_000n], value: parseEther('0.01') },
  swap('VotesCoin', 'deposit(uint256)'),
  { contract: 'Ballot', call: 'vote(uint256)', args: [1n] },
  swap('Twap'),
  { contract: 'Lending', call: 'borrow(uint256)', args: [TWENTY_DOLLARS], value: parseEther('0.05') },
  plain('Lending', 'repay()'),
  plain('Subscription', 'settle()'),
  plain('Stream', 'withdraw()'),
  swap('RebasingCoin', 'deposit(uint256)'),
  swap('OncePerBlock', 'deposit(uint256)'),
  pay('AntiBotCoin', 'buy()', '0.1'),
  pay('DecayingFee', 'buy()', '0.1'),
  plain('CommitReveal', 'reveal()'),
  plain('OnlyPeople', 'mint()'),
  plain('KeeperReward', 'perform()'),
  pay('RelayFee', 'bridge()', '0.1'),
  pay('RandomnessOrder', 'order()', '0.01'),
  plain('Faucet', 'drip()'),
  pay('SaleWindow', 'buy()', '0.1'),
  swap('DiscountBond', 'buy(uint256)'),
  plain('OptionBook', 'exercise()'),
  { contract: 'NameRent', call: 'register(uint256,uint256)', args: [77n, 31_536_000n], value: parseEther('0.02') },
  swap('FreshPriceOnly'),
  swap('BuilderList', 'protectedSwap(uint256)'),
  pay('DataFee', 'post()', '0.01'),
  swap('EpochFarm', 'join(uint256)'),
  pay('FeeLogger', 'buy()', '0.1'),
  plain('EarlyExitPenalty', 'leave()'),
  plain('BalanceSweep', 'topUp()'),
]
