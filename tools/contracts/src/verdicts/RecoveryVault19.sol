// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface IVaultToken19 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Tokens of many accounts. Who lost a key asks from another account, and has the sum there after three days.
contract RecoveryVault {
    struct Request {
        address by;
        uint64 since;
    }

    IVaultToken19 public immutable token;
    bool private immutable byGuardian;
    mapping(address => uint256) public sums;
    mapping(address => address) public guardianOf;
    mapping(address => Request) public requests;

    constructor(IVaultToken19 vaultToken, bool guardianAsked) {
        token = vaultToken;
        byGuardian = guardianAsked;
    }

    function deposit(uint256 amount) external {
        require(token.transferFrom(msg.sender, address(this), amount), "pull");
        sums[msg.sender] += amount;
    }

    function setGuardian(address guardian) external {
        guardianOf[msg.sender] = guardian;
    }

    function requestRecovery(address lost) external {
        require(!byGuardian || guardianOf[lost] == msg.sender, "guardian");
        requests[lost] = Request(msg.sender, uint64(block.timestamp));
    }

    function finishRecovery(address lost) external {
        Request memory request = requests[lost];
        require(request.by == msg.sender && block.timestamp >= request.since + 3 days, "early");
        delete requests[lost];
        sums[msg.sender] += sums[lost];
        sums[lost] = 0;
    }

    function withdraw(uint256 amount) external {
        sums[msg.sender] -= amount;
        require(token.transfer(msg.sender, amount), "pay");
    }
}

/// A vault that welcomes the friends of its depositors: who names one has a gift of the vault's own once, whatever was deposited.
contract GiftVault {
    IVaultToken19 public immutable token;
    uint256 public immutable gift;
    mapping(address => uint256) public sums;
    mapping(address => address) public friendOf;
    mapping(address => bool) public welcomed;

    constructor(IVaultToken19 vaultToken, uint256 size) {
        token = vaultToken;
        gift = size;
    }

    function deposit(uint256 amount) external {
        require(token.transferFrom(msg.sender, address(this), amount), "pull");
        sums[msg.sender] += amount;
    }

    function nameFriend(address friend) external {
        require(friend != msg.sender, "self");
        friendOf[msg.sender] = friend;
    }

    function claimGift() external {
        require(friendOf[msg.sender] != address(0) && !welcomed[msg.sender], "friend");
        welcomed[msg.sender] = true;
        require(token.transfer(msg.sender, gift), "pay");
    }

    function withdraw(uint256 amount) external {
        sums[msg.sender] -= amount;
        require(token.transfer(msg.sender, amount), "pay");
    }
}
