// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

/// @dev Stakes that leave in two steps: a request, and a claim seven days later. A guardian may flag accounts.
abstract contract FlaggedQueue {
    address public immutable guardian;
    mapping(address => uint256) public stake;
    mapping(address => uint256) public due;
    mapping(address => uint256) public dueAt;
    mapping(address => bool) public flagged;

    constructor(address g) {
        guardian = g;
    }

    modifier onlyGuardian() {
        require(msg.sender == guardian, "guardian");
        _;
    }

    function deposit() external payable {
        require(!flagged[msg.sender], "flagged");
        stake[msg.sender] += msg.value;
    }

    function request(uint256 amount) external {
        queue(msg.sender, amount);
    }

    function claim() external {
        require(block.timestamp >= dueAt[msg.sender], "too early");
        uint256 amount = due[msg.sender];
        due[msg.sender] = 0;
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent);
    }

    function restrict(address account, bool on) external onlyGuardian {
        flagged[account] = on;
    }

    function queue(address account, uint256 amount) internal {
        stake[account] -= amount;
        due[account] += amount;
        dueAt[account] = block.timestamp + 7 days;
    }
}

/// @dev The guardian flags an account, and writes its stake down for another one, which requests and claims it.
contract SeizingQueue is FlaggedQueue {
    constructor(address g) FlaggedQueue(g) {}

    function redistribute(address from, address to) external onlyGuardian {
        require(flagged[from], "not flagged");
        uint256 amount = stake[from];
        stake[from] = 0;
        stake[to] += amount;
    }
}

/// @dev The guardian flags an account, and ends its stake.
contract EndingQueue is FlaggedQueue {
    constructor(address g) FlaggedQueue(g) {}

    function forfeit(address from) external onlyGuardian {
        require(flagged[from], "not flagged");
        stake[from] = 0;
    }
}

/// @dev The guardian flags an account, and requests the whole stake in its name: the account claims it as it would have.
contract EjectingQueue is FlaggedQueue {
    constructor(address g) FlaggedQueue(g) {}

    function eject(address from) external onlyGuardian {
        require(flagged[from], "not flagged");
        queue(from, stake[from]);
    }
}

/// @dev A flag stops further deposits only.
contract ClosingQueue is FlaggedQueue {
    constructor(address g) FlaggedQueue(g) {}
}
