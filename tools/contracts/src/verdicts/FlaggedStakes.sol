// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

/// @dev Coins that their payer can withdraw, by whichever way they came in.
contract Purse {
    mapping(address => uint256) public balance;

    receive() external payable {
        balance[msg.sender] += msg.value;
    }

    function withdraw(uint256 amount) external {
        balance[msg.sender] -= amount;
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent);
    }
}

abstract contract FlaggedStakes {
    address public owner;
    mapping(address => uint256) public stake;
    mapping(address => bool) public flagged;

    constructor(address o) {
        owner = o;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "owner");
        _;
    }

    function deposit() external payable {
        require(!flagged[msg.sender], "flagged");
        stake[msg.sender] += msg.value;
    }

    function withdraw() external {
        uint256 amount = stake[msg.sender];
        stake[msg.sender] = 0;
        pay(msg.sender, amount);
    }

    function restrict(address account, bool on) external onlyOwner {
        flagged[account] = on;
    }

    function pay(address to, uint256 amount) internal {
        (bool sent, ) = to.call{value: amount}("");
        require(sent);
    }
}

/// @dev The owner flags an account, and pays its stake to another one.
contract PayingFlags is FlaggedStakes {
    constructor(address o) FlaggedStakes(o) {}

    function seize(address from, address to) external onlyOwner {
        require(flagged[from], "not flagged");
        uint256 amount = stake[from];
        stake[from] = 0;
        pay(to, amount);
    }
}

/// @dev The owner flags an account, and writes its stake down for another one.
contract MovingFlags is FlaggedStakes {
    constructor(address o) FlaggedStakes(o) {}

    function redistribute(address from, address to) external onlyOwner {
        require(flagged[from], "not flagged");
        uint256 amount = stake[from];
        stake[from] = 0;
        stake[to] += amount;
    }
}

/// @dev The owner flags an account, and sends its stake back to it.
contract RefundingFlags is FlaggedStakes {
    constructor(address o) FlaggedStakes(o) {}

    function refund(address from) external onlyOwner {
        require(flagged[from], "not flagged");
        uint256 amount = stake[from];
        stake[from] = 0;
        pay(from, amount);
    }
}

/// @dev A flag stops further deposits only.
contract ClosingFlags is FlaggedStakes {
    constructor(address o) FlaggedStakes(o) {}
}
