import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { NodeRpc } from '../sandbox/nodeRpc.ts'

type Authorization = { chainId: Hex; address: string; nonce: Hex }

/** Signs EIP-7702 authorizations as an answer shows them. */
export async function signAuthorizations(
  signer: PrivateKeyAccount,
  authorizations: readonly Authorization[],
): Promise<object[]> {
  return Promise.all(
    authorizations.map(async ({ chainId, address, nonce }) => {
      const signed = await signer.signAuthorization({
        chainId: Number(chainId),
        address: address as Address,
        nonce: Number(nonce),
      })
      const { r, s, yParity = 0 } = signed
      return { chainId, address, nonce, yParity: quantity(yParity), r, s }
    }),
  )
}

/** Gives an account of a key a delegate, sent by another account; whatever the delegate before it was. */
export async function delegateAccount(
  rpc: NodeRpc,
  { signer, delegate, sponsor }: { signer: PrivateKeyAccount; delegate: Address; sponsor: Address },
): Promise<void> {
  const nonce = (await rpc('eth_getTransactionCount', [signer.address, 'latest'])) as Hex
  const chainId = (await rpc('eth_chainId', [])) as Hex
  const authorizationList = await signAuthorizations(signer, [{ chainId, address: delegate, nonce }])
  await rpc('eth_sendTransaction', [
    { from: sponsor, to: sponsor, data: '0x', gas: quantity(200_000), authorizationList },
  ])
  await rpc('evm_mine', [])
}

function quantity(value: number): Hex {
  return `0x${value.toString(16)}`
}
