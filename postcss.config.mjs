/** Tailwind 4 is the only CSS transform. */
const config = { plugins: { "@tailwindcss/postcss": {} } };
export default config;
