// First the page is drawn, then its scripts are fetched: at the same time each would delay the other.

const start = () => import("./table.js");
if (document.hidden) start(); // where nothing is drawn
else requestAnimationFrame(() => setTimeout(start));
