import { mount } from "svelte";
import App from "./App.svelte";
import "../styles/base.css";

const place = document.getElementById("app");
if (place) mount(App, { target: place });
