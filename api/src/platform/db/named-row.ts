export interface NamedRow {
  readonly id: number;
  readonly name: string;
}
