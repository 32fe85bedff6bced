/** What the judges use of a package without types. */
declare module 'openapi-to-postmanv2' {
  interface Result {
    readonly reason?: string;
    readonly output?: readonly { readonly data: unknown }[];
  }
  const converter: {
    convertV2(
      source: { type: 'json'; data: object },
      options: object,
      done: (error: Error | null, result?: Result) => void,
    ): void;
  };
  export default converter;
}
