/** Types for a package without types, as far as the tests use it. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  interface S3Server {
    /** Every request passes these in order. */
    readonly middleware: ((
      context: { readonly method: string; readonly url: string },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }

  const S3rver: new (options: {
    readonly address: string;
    readonly port: number;
    readonly silent: boolean;
    readonly directory: string;
    readonly configureBuckets: readonly { readonly name: string }[];
  }) => S3Server;
  export = S3rver;
}
