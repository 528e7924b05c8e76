type Row = { name: string; address: string }

/** Similar addresses one above the other; digits in which they differ are marked, because eyes compare only the ends. */
export function AddressDifference({ first, second }: { first: Row; second: Row }) {
  return (
    <dl className="difference">
      {[
        { row: first, other: second },
        { row: second, other: first },
      ].map(({ row, other }) => (
        <div key={row.name}>
          <dt>{row.name}</dt>
          <dd className="hex">
            {[...row.address].map((digit, at) => {
              const same = digit.toLowerCase() === other.address[at]?.toLowerCase()
              // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place.
              return same ? <span key={at}>{digit}</span> : <mark key={at}>{digit}</mark>
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
