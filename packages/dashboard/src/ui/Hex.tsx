import { Link } from 'wouter'
import { CopyButton } from './CopyButton.tsx'
import { shortHex } from './format.ts'

/** The hash of a transaction, with its page. */
export function TransactionHash({ hash }: { hash: string }) {
  return (
    <span className="address">
      <Link className="hex hex-short" href={`/transaction/${hash}`} title={hash}>
        {shortHex(hash)}
      </Link>
      <CopyButton text={hash} what="transaction hash" />
    </span>
  )
}

/** A digest to compare with another screen: in full, since a part of it proves nothing (ERC-8213). */
export function Digest({ text, what }: { text: string; what: string }) {
  return (
    <span className="address">
      <span className="hex">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}

/** Any other long number in hexadecimal or id. */
export function Hex({ text, what = 'value' }: { text: string; what?: string }) {
  return (
    <span className="address">
      <span className="hex hex-short" title={text}>
        {shortHex(text)}
      </span>
      <CopyButton text={text} what={what} />
    </span>
  )
}
