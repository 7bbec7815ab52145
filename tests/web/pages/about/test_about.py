"""Who made what."""

from tests.web.afloat import Visitor


def test_the_about_page_names_everybody(visitor: Visitor):
    """As the printed rules name them, and what of the deck is an assumption."""
    for language in ("en", "de", "fr"):
        html = visitor.get("/about", headers={"accept-language": language}).text
        for name in ("Günter Cornett", "Volker Schäfer", "Dietmar Krüger", "Rick Heli", "Vincent Osele", "Kay Wilke"):
            assert name in html
        for word in ("Bambusspiele", "2004", "Yucata.de", "1701", "Culliford", "Idiomorph", "Alegreya"):
            assert word in html
    assert "its two mirror axes are our assumption" in visitor.get("/about").text
