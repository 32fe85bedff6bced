import { useFormats } from '../../texts/formats.ts';

/** The relative time; the exact time on hover. */
export function When({ at }: { readonly at: string }) {
  const { fromNow, moment } = useFormats();
  return (
    <time dateTime={at} title={moment(at)}>
      {fromNow(at)}
    </time>
  );
}
