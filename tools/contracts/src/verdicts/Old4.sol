// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

// Spenders of solc 0.4.

contract ERC20i {
    function transferFrom(address, address, uint256) public returns (bool);
    function transfer(address, uint256) public returns (bool);
    function balanceOf(address) public view returns (uint256);
}

contract OwnerExec4 {
    address owner;
    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }
    constructor() public {
        owner = msg.sender;
    }
    function() public payable {}
    function claim() public payable {}
    function call_(address t, uint v, bytes d) public onlyOwner {
        require(t.call.value(v)(d));
    }
}

contract TokenSale4 {
    address owner;
    ERC20i usd;
    ERC20i tok;
    uint price;
    constructor(address u, address t, uint p) public {
        owner = msg.sender;
        usd = ERC20i(u);
        tok = ERC20i(t);
        price = p;
    }
    function buy(uint a) public {
        require(usd.transferFrom(msg.sender, owner, a));
        require(tok.transfer(msg.sender, ((a * 1e12) / price) * 1e6));
    }
}
