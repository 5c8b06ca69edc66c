import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { mayImport, onDemand, packed } from './scripts/checks/architecture/layers.mjs';

// Who may import whom: the picture is in ARCHITECTURE.md. These rules speak up while one types; scripts/checks checks
// the same on resolved files, dynamic imports included, and looks for cycles.

const folders = Object.keys(mayImport);
const lit = { regex: '^(lit|@lit)(/|$)', message: 'Only elements know lit.' };
const heavy = {
  regex: `^(${onDemand.join('|')})(/|$)`,
  message: 'Load it inside an engine, behind await import().',
  allowTypeImports: true,
};

const restrict = (...patterns) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
});

const layers = Object.entries(mayImport).map(([folder, allowed]) => {
  const others = folders.filter((name) => name !== folder && !allowed.includes(name));
  const outside = {
    regex: `^${folder === 'index' ? '\\./' : '(\\.\\./)+'}(${others.join('|')})(/|\\.ts$)`,
    message: `src/${folder} may import ${allowed.join(', ') || 'nothing but itself'}.`,
  };
  return {
    files: [folder === 'index' ? 'src/index.ts' : `src/${folder}/**/*.ts`],
    rules: restrict(outside, heavy, ...(folder === 'elements' ? [] : [lit])),
  };
});

const publicNamesOnly = {
  regex: '^(\\.\\./)+(src|dist|\\.build)/',
  message: "Use the package by its public names, like everyone else: 'vh-elements/…'.",
};

const newError = {
  selector: "NewExpression[callee.name='Error'], ThrowStatement > CallExpression[callee.name='Error']",
  message: 'Everything that the library throws is a VhError with a code.',
};

export default defineConfig(
  {
    // The projects are other people's: they have compilers and rules of their own.
    ignores: ['dist/', '.build/', '.data/', 'coverage/', 'node_modules/', 'test/frameworks/projects/'],
  },
  {
    files: [
      'src/**/*.ts',
      'demo/**/*.ts',
      'packages/**/src/**/*.ts',
      'test/**/*.ts',
      'bench/**/*.ts',
      'vite.config.ts',
    ],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'eqeqeq': 'error',
      'no-console': 'error',
      // Types of code that is loaded on demand are written as `typeof import('…')`.
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Numbers are safe in template strings.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `return stop()` where both give nothing is short and clear, and `void` says that no caller reads the value.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
    },
  },
  { files: ['**/*.{js,mjs}'], extends: [tseslint.configs.strict] },
  { files: ['src/**/*.ts'], rules: { 'no-restricted-syntax': ['error', newError] } },
  ...layers,
  { files: packed, rules: restrict(lit) },
  {
    files: ['demo/**/*.ts', 'packages/**/src/**/*.ts', 'test/frameworks/**/*.ts'],
    rules: restrict(publicNamesOnly),
  },
  {
    // The service's own client names classes in its types and takes plain objects, as its documents show.
    files: ['test/clients/**/*.ts', 'test/e2e/**/official-*.ts'],
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' },
  },
  // The one place of the library that writes for the author of a site.
  { files: ['src/core/setup/write-to-console.ts'], rules: { 'no-console': 'off' } },
  {
    // The demo and the benchmarks are programs: they talk to the person who started them.
    files: ['demo/**/*.ts', 'packages/**/src/**/*.ts', 'bench/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // The service's own clients declare classes for what they take and give, and mean plain objects.
    files: ['test/clients/**/*.ts', 'test/e2e/**/official-*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // node:test waits for its own promises.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['it', 'describe', 'test'] },
          ],
        },
      ],
      // chai asserts by reading properties.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
