export const App = () => <main>Nothing yet</main>;
