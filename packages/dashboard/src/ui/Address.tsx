import { useState } from 'react'
import { Link } from 'wouter'
import { CopyButton } from './CopyButton.tsx'
import { shortHex } from './format.ts'
import { Identicon } from './Identicon.tsx'
import { Name } from './Name.tsx'

type Props = {
  address: string
  /** For the link to its page; without it the address is text. */
  chain?: string | null
  label?: string | null
  /** Shows all digits from the start. */
  full?: boolean
}

/** An address: picture, label, short form that opens to all digits, copy, and its page. */
export function Address({ address, chain, label, full = false }: Props) {
  const [open, setOpen] = useState(full)
  const digits = open ? address : shortHex(address)
  const className = open ? 'hex' : 'hex hex-short'
  const shown = label !== null && label !== undefined && label !== '' && label !== address
  return (
    <span className="address">
      {shown && (
        <span className="address-name">
          <Identicon seed={address} />
          <Name text={label} />
        </span>
      )}
      <span className="address-digits">
        {!shown && <Identicon seed={address} />}
        {chain ? (
          <Link className={className} href={`/address/${chain}/${address}`} title={address}>
            {digits}
          </Link>
        ) : (
          <span className={className} title={address}>
            {digits}
          </span>
        )}
        {!full && (
          <button
            type="button"
            className="icon-button"
            aria-expanded={open}
            aria-label={open ? 'Show the short form' : 'Show all digits'}
            onClick={() => setOpen(!open)}
          >
            {open ? '‹' : '…'}
          </button>
        )}
        <CopyButton text={address} what="address" />
      </span>
    </span>
  )
}
