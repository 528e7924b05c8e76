import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { RescueAsset } from '@redoubt/risk/facts/rescueFacts.ts'
import { concatHex, encodeFunctionData, getContractAddress, keccak256, padHex, parseAbi } from 'viem/utils'
import { FACTORY, SALT } from '../protect/factory.ts'
import { RESCUE_INIT_CODE } from './rescueCode.generated.ts'

const ABI = parseAbi([
  'struct Item { address collection; uint256 id; bool edition; }',
  'function rescue(address[] tokens, Item[] items)',
])

/** contracts/RescueDelegate.sol for one safe address: its address on every network, and the call of the factory that deploys it. */
export function rescueDelegate(safe: Address): { address: Address; deployment: { to: Address; data: Hex } } {
  const initCode = concatHex([RESCUE_INIT_CODE, padHex(safe, { size: 32 })])
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: FACTORY,
    salt: SALT,
    bytecodeHash: keccak256(initCode),
  })
  return {
    address: address.toLowerCase() as Address,
    deployment: { to: FACTORY, data: concatHex([SALT, initCode]) },
  }
}

/** The call that moves these assets, and all coins. */
export function rescueCall(assets: readonly RescueAsset[]): Hex {
  const tokens = assets.flatMap(({ standard, token }) => (standard === 'erc20' && token !== null ? [token] : []))
  const items = assets.flatMap(({ standard, token, tokenId }) =>
    token === null || tokenId === null ? [] : [{ collection: token, id: tokenId, edition: standard === 'erc1155' }],
  )
  return encodeFunctionData({ abi: ABI, functionName: 'rescue', args: [tokens, items] })
}
