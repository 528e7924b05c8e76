type Props = { value: boolean | null | undefined; badWhen?: boolean }

/** Yes, no or unknown: unknown is never shown as the harmless value. */
export function Ternary({ value, badWhen }: Props) {
  if (value === null || value === undefined)
    return (
      <span className="level" data-level="unknown">
        Unknown
      </span>
    )
  const tone = badWhen === undefined ? 'plain' : value === badWhen ? 'high' : 'safe'
  return (
    <span className="level" data-level={tone}>
      {value ? 'Yes' : 'No'}
    </span>
  )
}
