/** A constant, or an entry of a map by a value of the call. */
export type Parameter = string | { values: ReadonlyMap<string, string>; keyPath: string }

export type Visibility =
  | 'always'
  | 'optional'
  | 'never'
  | { ifNotIn: readonly string[] }
  | { mustMatch: readonly string[] }

/** One field to show, with the references inside its file resolved. */
export type DescriptorField = {
  /** As the sentence refers to it: without `#.`. Null for a literal value. */
  path: string | null
  /** Shown in place of what lies at a path: a constant of the file. */
  literal: string | null
  label: string
  format: string
  params: Readonly<Record<string, Parameter | readonly Parameter[]>>
  /** Names of an enumeration, by decimal string. */
  values: ReadonlyMap<string, string> | null
  visible: Visibility
  /** What stands for a value that only its recipient can decrypt; null: it is not encrypted. */
  encrypted: string | null
  /** Fields of one number are shown element by element; null: one list after the other. */
  bundle: number | null
}

/** How one function or type is shown (ERC-7730 version 2). */
export type DescriptorFormat = {
  owner: string | null
  intent: string
  /** `Send {value} to {to}`, in pieces; null without one. */
  sentence: readonly (string | { path: string })[] | null
  fields: readonly DescriptorField[]
}

/** `1:0x…`: network and contract. */
export type Deployment = `${string}:0x${string}`

export type CallFormat = DescriptorFormat & { signature: string; selector: string }

export type MessageFormat = DescriptorFormat & {
  encodedType: string
  deployments: readonly Deployment[]
  /** Members of the domain that must have these values. */
  domain: ReadonlyMap<string, string>
  domainSeparator: string | null
}

/** One file, includes merged. */
export type Descriptor = {
  deployments: readonly Deployment[]
  calls: readonly CallFormat[]
  messages: readonly MessageFormat[]
}
