/**
 * One accent colour and greys, light and dark. The colours of secondary texts differ from Mantine's, whose contrast is
 * below WCAG AA.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';

const pine: MantineColorsTuple = [
  '#eefaf8',
  '#d3f2ed',
  '#a7e4db',
  '#6fd0c4',
  '#3cb8aa',
  '#1f9e91',
  '#138478',
  '#0f6f66',
  '#0e5a54',
  '#0c4743',
];

/** Cooler than pure grey, to match the accent colour. */
const dark: MantineColorsTuple = [
  '#d6dbe1',
  '#b7bfc9',
  '#9aa4b1',
  '#717c8b',
  '#414a57',
  '#333b46',
  '#272e37',
  '#1b2027',
  '#15191f',
  '#0f1216',
];

/** Otherwise the heading of a drawer or dialog is announced as a second header of the page. */
const plainHeader = { header: { role: 'presentation' } };

const overlayProps = { backgroundOpacity: 0.35 };

/** The list itself scrolls, which the keys of its input move: an area around the options would need the focus to be scrolled. */
const scrollingList = { options: { maxHeight: 260, overflowY: 'auto' } } as const;

/** The accessible names of buttons that show only an icon. */
interface ButtonTexts {
  readonly close: string;
  readonly clear: string;
  readonly showPassword: string;
}

export const themeIn = ({ close, clear, showPassword }: ButtonTexts): MantineThemeOverride =>
  createTheme({
    colors: { pine, dark },
    primaryColor: 'pine',
    primaryShade: { light: 7, dark: 6 },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily:
      'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
    headings: {
      fontWeight: '650',
      sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' }, h3: { fontSize: '1rem' } },
    },
    components: {
      Drawer: {
        defaultProps: {
          attributes: plainHeader,
          position: 'right',
          size: 'lg',
          overlayProps,
          closeButtonProps: { 'aria-label': close },
        },
      },
      Modal: {
        defaultProps: {
          centered: true,
          overlayProps,
          attributes: plainHeader,
          closeButtonProps: { 'aria-label': close },
        },
      },
      // The placeholder would be a child of the menu that is no item; without it the first item has the focus.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
      // A hint is below its input: inputs next to each other are at one height, whether they have a hint or not.
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      // Enter picks the first match of what was typed.
      MultiSelect: {
        defaultProps: {
          selectFirstOptionOnChange: true,
          withScrollArea: false,
          clearButtonProps: { 'aria-label': clear },
        },
        styles: scrollingList,
      },
      TagsInput: {
        defaultProps: { withScrollArea: false, clearButtonProps: { 'aria-label': clear } },
        styles: scrollingList,
      },
      DateInput: { defaultProps: { clearButtonProps: { 'aria-label': clear } } },
      PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': showPassword } } },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
      Badge: { defaultProps: { variant: 'dot', tt: 'none', fw: 500 } },
      Anchor: { defaultProps: { underline: 'hover' } },
      Table: { defaultProps: { verticalSpacing: 'xs' } },
      Select: {
        defaultProps: {
          // A drawer that focuses its first field shows the form, not a list over it.
          openOnFocus: false,
          checkIconPosition: 'right',
          selectFirstOptionOnChange: true,
          withScrollArea: false,
          clearButtonProps: { 'aria-label': clear },
        },
        styles: scrollingList,
      },
    },
  });

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#57606c',
    '--mantine-color-placeholder': '#6a7380',
    '--mantine-color-error': '#c4252b',
    '--console-canvas': '#f6f7f8',
    '--console-line': '#e2e6ea',
    '--console-hover': '#f2f5f6',
  },
  dark: {
    '--mantine-color-dimmed': '#a3adb9',
    '--mantine-color-placeholder': '#8b95a2',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#6fd0c4',
    '--console-canvas': '#15191f',
    '--console-line': '#333b46',
    '--console-hover': '#222932',
  },
});
