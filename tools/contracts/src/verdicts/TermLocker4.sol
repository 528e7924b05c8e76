// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

interface ITermToken4 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Locks of tokens with a term that may be moved: later, or to any time.
contract TermLocker {
    struct Term {
        address owner;
        address token;
        uint256 amount;
        uint256 end;
    }

    Term[] public terms;
    bool private laterOnly;

    constructor(bool onlyLater) public {
        laterOnly = onlyLater;
    }

    function lock(address token, uint256 amount, uint256 end) external returns (uint256) {
        require(ITermToken4(token).transferFrom(msg.sender, address(this), amount));
        terms.push(Term(msg.sender, token, amount, end));
        return terms.length - 1;
    }

    function moveEnd(uint256 id, uint256 end) external {
        require(terms[id].owner == msg.sender);
        require(!laterOnly || end > terms[id].end);
        terms[id].end = end;
    }

    function withdraw(uint256 id) external {
        Term storage one = terms[id];
        require(one.owner == msg.sender && now >= one.end);
        uint256 amount = one.amount;
        one.amount = 0;
        require(ITermToken4(one.token).transfer(msg.sender, amount));
    }
}
