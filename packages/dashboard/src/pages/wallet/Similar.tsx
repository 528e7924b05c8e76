import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Address } from '../../ui/Address.tsx'
import { AddressDifference } from '../../ui/AddressDifference.tsx'
import type { Chain } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'

/** Addresses that look like this one: bait for who compares only the first and last digits. */
export function Similar({ address, chain }: { address: string; chain: string }) {
  const verified = useAnswer(['verify', chain, address], (call) =>
    client.wallet.verify(address, { chain: chain as Chain }, call),
  )
  const similar = verified.data?.similar ?? []
  if (similar.length === 0) return null
  return (
    <Panel title="Similar addresses" note={String(similar.length)}>
      {similar.map((other) => (
        <div key={other.address} className="stack">
          <AddressDifference
            first={{ name: 'This address', address }}
            second={{ name: other.label || 'The other', address: other.address }}
          />
          <p className="muted">
            The first {other.prefixMatchLength} and the last {other.suffixMatchLength} digits agree.{' '}
            <Address address={other.address} chain={chain} />
          </p>
        </div>
      ))}
    </Panel>
  )
}
